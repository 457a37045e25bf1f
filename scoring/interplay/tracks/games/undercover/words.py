"""The word pairs of Undercover: related everyday nouns, written for this release.

One line a pair: id, two words, category. Words are lower case, each occurs once, and neither contains the other. Half
of each category is reserved: a setup draws from one half or the other (option ``held_out``).
"""

from msgspec import Struct


class Pair(Struct, frozen=True):
    """Two related words."""

    pair_id: str
    words: tuple[str, str]
    category: str
    reserved: bool


_OPEN = """
animals-01, cat, rabbit, animals
animals-03, lion, tiger, animals
animals-05, elephant, rhinoceros, animals
animals-07, mouse, hamster, animals
animals-09, monkey, koala, animals
animals-11, turtle, snail, animals
animals-13, squirrel, hedgehog, animals
animals-15, seal, otter, animals
wings_and_water-01, eagle, owl, wings and water
wings_and_water-03, chicken, turkey, wings and water
wings_and_water-05, penguin, ostrich, wings and water
wings_and_water-07, bee, wasp, wings and water
wings_and_water-09, butterfly, moth, wings and water
wings_and_water-11, shark, dolphin, wings and water
wings_and_water-13, salmon, tuna, wings and water
wings_and_water-15, frog, grasshopper, wings and water
produce-01, apple, pear, produce
produce-03, strawberry, raspberry, produce
produce-05, cherry, grape, produce
produce-07, potato, carrot, produce
produce-09, onion, garlic, produce
produce-11, pea, bean, produce
produce-13, walnut, almond, produce
produce-15, coconut, pineapple, produce
food-01, bread, croissant, food
food-03, pizza, burger, food
food-05, soup, stew, food
food-07, pancake, omelette, food
food-09, honey, jam, food
food-11, biscuit, cracker, food
food-13, sushi, dumpling, food
food-15, popcorn, peanut, food
kitchen-01, coffee, tea, kitchen
kitchen-03, beer, wine, kitchen
kitchen-05, plate, bowl, kitchen
kitchen-07, knife, scissors, kitchen
kitchen-09, oven, toaster, kitchen
kitchen-11, bottle, jug, kitchen
kitchen-13, sieve, grater, kitchen
kitchen-15, napkin, tablecloth, kitchen
clothing-01, hat, helmet, clothing
clothing-03, scarf, tie, clothing
clothing-05, shirt, sweater, clothing
clothing-07, dress, robe, clothing
clothing-09, belt, shoelace, clothing
clothing-11, ring, bracelet, clothing
clothing-13, wallet, handbag, clothing
clothing-15, umbrella, raincoat, clothing
home-01, chair, sofa, home
home-03, bed, hammock, home
home-05, lamp, candle, home
home-07, door, window, home
home-09, mirror, painting, home
home-11, shelf, drawer, home
home-13, fireplace, radiator, home
home-15, bathtub, shower, home
tools-01, hammer, axe, tools
tools-03, saw, drill, tools
tools-05, glue, tape, tools
tools-07, brick, tile, tools
tools-09, needle, pin, tools
tools-11, fence, hedge, tools
tools-13, magnet, compass, tools
tools-15, lighter, match, tools
transport-01, car, motorcycle, transport
transport-03, bicycle, scooter, transport
transport-05, ship, submarine, transport
transport-07, balloon, kite, transport
transport-09, taxi, ambulance, transport
transport-11, sled, skateboard, transport
transport-13, airport, harbor, transport
transport-15, elevator, escalator, transport
play-01, piano, accordion, play
play-03, flute, trumpet, play
play-05, microphone, loudspeaker, play
play-07, chess, poker, play
play-09, jigsaw, crossword, play
play-11, whistle, harmonica, play
play-13, carousel, rollercoaster, play
play-15, fireworks, confetti, play
nature-01, rain, snow, nature
nature-03, star, planet, nature
nature-05, mountain, volcano, nature
nature-07, desert, beach, nature
nature-09, waterfall, fountain, nature
nature-11, gold, silver, nature
nature-13, rose, tulip, nature
nature-15, oak, palm, nature
places-01, school, university, places
places-03, library, museum, places
places-05, theatre, cinema, places
places-07, hotel, campsite, places
places-09, prison, zoo, places
places-11, market, mall, places
places-13, lighthouse, windmill, places
places-15, kitchen, laboratory, places
people-01, doctor, dentist, people
people-03, soldier, firefighter, people
people-05, farmer, fisherman, people
people-07, actor, singer, people
people-09, judge, referee, people
people-11, barber, tailor, people
people-13, thief, pirate, people
people-15, athlete, dancer, people
sport-01, football, basketball, sport
sport-03, golf, bowling, sport
sport-05, rugby, hockey, sport
sport-07, dart, arrow, sport
sport-09, yoga, ballet, sport
sport-11, baseball, cricket, sport
sport-13, sailing, rowing, sport
sport-15, gymnastics, diving, sport
study-01, pencil, chalk, study
study-03, eraser, ruler, study
study-05, stamp, sticker, study
study-07, dictionary, cookbook, study
study-09, telephone, radio, study
study-11, printer, typewriter, study
study-13, microscope, telescope, study
study-15, coin, banknote, study
"""

_RESERVED = """
animals-02, horse, donkey, animals
animals-04, wolf, fox, animals
animals-06, sheep, goat, animals
animals-08, cow, pig, animals
animals-10, crocodile, lizard, animals
animals-12, bear, gorilla, animals
animals-14, giraffe, zebra, animals
animals-16, snake, worm, animals
wings_and_water-02, duck, swan, wings and water
wings_and_water-04, parrot, canary, wings and water
wings_and_water-06, crow, pigeon, wings and water
wings_and_water-08, ant, beetle, wings and water
wings_and_water-10, spider, scorpion, wings and water
wings_and_water-12, crab, lobster, wings and water
wings_and_water-14, mosquito, flea, wings and water
wings_and_water-16, jellyfish, octopus, wings and water
produce-02, orange, lemon, produce
produce-04, banana, mango, produce
produce-06, melon, pumpkin, produce
produce-08, tomato, cucumber, produce
produce-10, cabbage, lettuce, produce
produce-12, corn, wheat, produce
produce-14, peach, plum, produce
produce-16, ginger, cinnamon, produce
food-02, cake, pie, food
food-04, butter, cheese, food
food-06, sausage, bacon, food
food-08, chocolate, caramel, food
food-10, salt, sugar, food
food-12, sandwich, taco, food
food-14, ketchup, mustard, food
food-16, porridge, yogurt, food
kitchen-02, milk, juice, kitchen
kitchen-04, cup, glass, kitchen
kitchen-06, fork, spoon, kitchen
kitchen-08, pan, kettle, kitchen
kitchen-10, fridge, cupboard, kitchen
kitchen-12, jar, tin, kitchen
kitchen-14, sponge, dishcloth, kitchen
kitchen-16, straw, chopstick, kitchen
clothing-02, glove, sock, clothing
clothing-04, boot, sandal, clothing
clothing-06, jeans, skirt, clothing
clothing-08, coat, cape, clothing
clothing-10, button, zipper, clothing
clothing-12, necklace, medal, clothing
clothing-14, spectacles, goggles, clothing
clothing-16, crown, wig, clothing
home-02, table, desk, home
home-04, pillow, blanket, home
home-06, curtain, carpet, home
home-08, key, padlock, home
home-10, clock, calendar, home
home-12, ladder, staircase, home
home-14, broom, mop, home
home-16, soap, shampoo, home
tools-02, nail, screw, tools
tools-04, rope, chain, tools
tools-06, shovel, rake, tools
tools-08, paintbrush, crayon, tools
tools-10, bucket, wheelbarrow, tools
tools-12, torch, lantern, tools
tools-14, thread, ribbon, tools
tools-16, hose, faucet, tools
transport-02, bus, train, transport
transport-04, airplane, helicopter, transport
transport-06, canoe, raft, transport
transport-08, rocket, satellite, transport
transport-10, tractor, bulldozer, transport
transport-12, bridge, tunnel, transport
transport-14, ticket, passport, transport
transport-16, suitcase, backpack, transport
play-02, drum, bell, play
play-04, harp, cello, play
play-06, song, poem, play
play-08, doll, puppet, play
play-10, swing, trampoline, play
play-12, orchestra, choir, play
play-14, snowman, scarecrow, play
play-16, mask, makeup, play
nature-02, cloud, fog, nature
nature-04, river, canal, nature
nature-06, forest, jungle, nature
nature-08, cave, mine, nature
nature-10, rainbow, sunset, nature
nature-12, diamond, pearl, nature
nature-14, cactus, bamboo, nature
nature-16, leaf, feather, nature
places-02, hospital, pharmacy, places
places-04, castle, church, places
places-06, restaurant, bakery, places
places-08, bank, casino, places
places-10, farm, garden, places
places-12, stadium, gym, places
places-14, office, factory, places
places-16, attic, cellar, places
people-02, teacher, coach, people
people-04, chef, waiter, people
people-06, pilot, astronaut, people
people-08, carpenter, plumber, people
people-10, king, president, people
people-12, clown, magician, people
people-14, journalist, novelist, people
people-16, detective, scientist, people
sport-02, tennis, badminton, sport
sport-04, boxing, karate, sport
sport-06, ski, surfboard, sport
sport-08, fishing, hunting, sport
sport-10, dumbbell, treadmill, sport
sport-12, volleyball, handball, sport
sport-14, marathon, relay, sport
sport-16, climbing, hiking, sport
study-02, book, newspaper, study
study-04, letter, postcard, study
study-06, map, globe, study
study-08, computer, television, study
study-10, camera, binoculars, study
study-12, robot, drone, study
study-14, calculator, thermometer, study
study-16, password, fingerprint, study
"""


def _read(lines: str, *, reserved: bool) -> tuple[Pair, ...]:
    rows = (line.split(", ") for line in lines.strip().splitlines())
    return tuple(Pair(pair_id, (first, second), category, reserved) for pair_id, first, second, category in rows)


PAIRS: tuple[Pair, ...] = (*_read(_OPEN, reserved=False), *_read(_RESERVED, reserved=True))
