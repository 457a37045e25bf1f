"""Sites as files: what is on them, what is chosen, what is never on them."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from interplay.core import canonical
from interplay.core.errors import OutputError
from interplay.core.release import Release, open_release
from interplay.judging.records import JudgedSubmission, Judgment, JudgmentsHeader
from interplay.scoring.batch import score_files
from interplay.tables import scores
from interplay.tracks.games import catalogue
from interplay_lab.site import build, choice, items, pages, presentation
from interplay_lab.site.scored import Entry, score_all
from interplay_lab.site.scored import entries as scored_entries
from interplay_lab.site.views import board, parts, replies
from tests.lab.site.conftest import MODEL, baseline, lines_of, text
from tests.support import Cli, Standard

VOID = {"meta", "link", "br", "input", "img", "hr", "wbr"}


class Reader(HTMLParser):
    """Reads a page: its elements, their attributes, and whether they nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(path: Path) -> Reader:
    return Reader(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("which", ["site", "hostile_site"])
@pytest.mark.slow
def test_pages_nest_and_hold_no_style_attribute_no_handler_and_no_address(
    which: str, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(which)
    names = {path.name for path in folder.iterdir()}
    for path in folder.glob("*.html"):
        for tag, attributes in read(path).tags:
            assert not [name for name in attributes if name == "style" or name.startswith("on")], (path.name, tag)
            assert tag not in {"img", "iframe", "object", "embed", "base", "form", "a href"}
            address = attributes.get("href") or ""
            if tag == "a":
                assert address.partition("#")[0] in names or address.startswith("#"), (path.name, address)
            elif tag == "use":
                assert address.startswith("#")


def test_every_page_but_the_first_can_be_reached(site: Path) -> None:
    tags = [attributes for path in site.glob("*.html") for tag, attributes in read(path).tags if tag == "a"]
    linked = {(attributes.get("href") or "").partition("#")[0] for attributes in tags}
    assert {path.name for path in site.glob("*.html")} - {"index.html"} <= linked


@pytest.mark.slow
def test_names_of_files_come_from_no_name_of_a_system(hostile_site: Path) -> None:
    assert all(re.fullmatch(r"[a-z0-9-]{1,80}\.(html|css|js)", path.name) for path in hostile_site.iterdir())
    assert build.slug("../../etc/passwd") == "-etc-passwd"
    assert build.slug("名前") == ""


def test_harm_stands_on_pages_as_text(hostile_site: Path) -> None:
    index = text(hostile_site, "index.html")
    assert "window.harmed = 1&lt;/script&gt;" in index
    everything = "".join(path.read_text(encoding="utf-8") for path in hostile_site.iterdir())
    assert "[U+202E]" in everything
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u0000\u2028]", everything)
    assert "{{ 7 * 7 }}" in everything
    assert max(path.stat().st_size for path in hostile_site.iterdir()) < 1_000_000


def test_the_policy_of_a_page_allows_the_files_of_its_site_and_nothing_else(site: Path) -> None:
    page = text(site, "index.html")
    meta = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert meta is not None
    policy = unescape(meta[1])
    nonce = re.search(r"style-src 'nonce-([0-9a-f]{32})'; script-src 'nonce-\1'", policy)
    assert nonce is not None
    assert policy == pages.shared(nonce[1])["policy"]
    assert policy.startswith("default-src 'none'; style-src")
    assert "unsafe" not in policy
    scripts = [attributes for tag, attributes in read(site / "index.html").tags if tag == "script"]
    assert scripts == [{"src": "site.js", "nonce": nonce[1]}]
    assert "<style" not in page


def test_scores_on_the_leaderboard_are_those_of_the_report(site: Path, shipped: list[Entry]) -> None:
    index = text(site, "index.html")
    for entry in shipped:
        main, basic = (board.score(metric, entry.track.headline.digits) for metric in scores.front(entry.report))
        value = main.partition(" [")[0]
        if main != "–" or basic == "–":
            assert f"<b>{value.replace('<', '&lt;').replace('>', '&gt;')}</b>" in index
        else:
            value, _, bounds = basic.partition(" [")
            assert re.search(rf'basic</span> {value} .*<span class="ci">\[{re.escape(bounds)}</span>', index)


@pytest.mark.slow
def test_scoring_for_pages_gives_the_reports_that_scoring_gives(release: Release) -> None:
    paths = [baseline(release, f"{MODEL}/company"), baseline(release, "bot-echo/company")]
    assert [result.report for result in score_all(paths, release)] == score_files(paths, release)


def test_pages_say_how_many_items_have_a_page(site: Path) -> None:
    assert "5 of 208 items have a page" in text(site, "track-company.html")
    assert "All 16 matches have a page" in text(site, "track-games.html")


def test_failures_come_first_from_each_part_in_turn(shipped: list[Entry]) -> None:
    listed = [entry for entry in shipped if entry.report.track == "simulation" and not entry.blind]
    picks = choice.picked(listed[0].track, listed, 8)
    families = [listed[pick.entry].items[pick.item_id].where["family"] for pick in picks]
    assert len(set(families)) == len(families) == 8
    (company,) = [e for e in shipped if e.report.track == "company" and e.report.system.name == MODEL]
    worst: dict[str, float] = {}
    for item_id, item in company.items.items():
        worst[item.where["kind"]] = min(company.quality(item_id) or 0.0, worst.get(item.where["kind"], 100.0))
    picks = choice.picked(company.track, [company], len(worst))
    assert [company.quality(pick.item_id) for pick in picks] == [worst[kind] for kind in sorted(worst)]


def test_all_items_are_picked_where_all_are_asked_for_and_none_for_none(shipped: list[Entry]) -> None:
    listed = [entry for entry in shipped if entry.report.track == "company"]
    picks = [pick.item_id for pick in choice.picked(listed[0].track, listed, None)]
    assert sorted(picks) == sorted({item_id for entry in listed for item_id in entry.items})
    assert len(picks) == 192 + 16  # of the split hard, and of the model's sample of standard
    assert choice.picked(listed[0].track, listed, 0) == []


def test_uninformed_baselines_have_no_turn_where_others_are(shipped: list[Entry]) -> None:
    listed = [entry for entry in shipped if entry.report.track == "company"]
    blind = {n for n, entry in enumerate(listed) if entry.blind}
    assert blind
    assert not blind & {pick.entry for pick in choice.picked(listed[0].track, listed, 40)}
    alone = [entry for entry in listed if entry.blind]
    assert choice.picked(listed[0].track, alone, 3)


def test_a_match_shows_prompts_and_replies(site: Path) -> None:
    page = text(site, "games-*tictactoe*")
    assert "<svg" in page
    assert page.count('<g class="frame') >= 5
    assert '"shown":[' in page
    for game in catalogue.names():
        assert 'id="match-data"' in text(site, f"games-*-{game.replace('_', '-')}-*"), game


def test_a_simulation_shows_the_reply_beside_a_right_one_and_why_it_failed(site: Path) -> None:
    page = text(site, "simulation-0001*")
    assert "A reply that passes" in page
    assert '<li class="is-bad">' in page
    assert "expected" in page


def test_a_position_shows_what_each_move_is_worth_and_who_chose_it(site: Path) -> None:
    assert "What each move is worth" in text(site, "positions-0001*")


def test_a_session_shows_its_report_against_the_truth(site: Path) -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in site.glob("horizon-*"))
    assert re.search(r'<li class="is-bad"><b>✗.*?</b> <span>[^<]+; true: [^<]+</span>', everything)


def test_a_dialogue_shows_who_knew_what_when(site: Path) -> None:
    page = text(site, "scorekeeping-0001*")
    assert 'class="timeline"' in page
    assert 'class="private missed"' in page


def test_a_reply_to_a_probe_and_whether_it_is_right_are_two_marks(site: Path) -> None:
    page = next(p for p in (text(site, f"scorekeeping-000{n}*") for n in range(1, 6)) if "read as no" in p)
    right = r'<td class="private"><a href="#d(\d-\d-\d)">no<span class="unseen">, right, not told</span></a>.*?✓'
    cell = re.search(right, page)
    assert cell is not None
    assert re.search(r'missed"><a href="#d[^"]*">(yes|no|\?)<span class="unseen">, wrong, .*?✗', page)
    probe = re.search(rf'<li id="d{cell[1]}">(.*?)</li>', page, re.DOTALL)
    assert probe is not None
    assert re.search(r"MODERATOR: .*\? Yes or no\?\s*<code>ASIDE: no</code>", probe[1])
    assert "read as no" in probe[1]


def test_replies_that_cannot_be_read_stand_on_the_page_with_their_questions(site: Path) -> None:
    page = next(p for p in (text(site, f"scorekeeping-000{n}*") for n in range(1, 6)) if "aborted in round" in p)
    assert "<h3>Round 0: before the first question</h3>" in page
    assert re.search(r"<li id=\"d1-0-1\">MODERATOR: [^<]*<ol><li><code>[^<]+</code>", page)
    assert "unparsable; the right reply is no: not told" in page
    assert "not played" not in page


def test_the_number_beside_a_dialogue_that_the_track_does_not_score_is_named(site: Path) -> None:
    pages_of = [path.read_text(encoding="utf-8") for path in site.glob("scorekeeping-*")]
    base = [page for page in pages_of if re.search(r'<span class="id n">base/', page)]
    assert base
    assert all("the number beside each system is the paper’s main score" in page for page in base)
    assert all(re.search(r"main score \d|aborted", page) for page in base)


def test_what_was_asked_in_a_session_stands_on_its_page_as_a_whole(site: Path, shipped: list[Entry]) -> None:
    release = next(entry for entry in shipped if entry.report.track == "horizon")
    items_ = {item.item_id: item for item in release.track.items(open_release())}
    for path in site.glob("horizon-*"):
        page = path.read_text(encoding="utf-8")
        item = items_[re.search(r'<span class="id n">(.*?)</span>', page)[1]]  # type: ignore[index]
        assert f"{len(item.messages[0].content):,} characters, the whole text" in page
        assert unescape(page).count(item.messages[0].content) == 1
        assert "left out …]" not in page


def test_items_lead_to_their_neighbours_and_to_the_pages_of_systems(site: Path) -> None:
    pages_of = sorted(path.name for path in site.glob("company-*"))
    first, second = (text(site, name) for name in pages_of[:2])
    assert f'<a href="{pages_of[1]}" rel="next">' in first
    assert 'rel="prev"' not in first
    assert f'<a href="{pages_of[0]}" rel="prev">' in second
    assert re.search(r'<li><a href="system-\d+-bot-echo\.html">bot-echo</a>', first)


def test_fields_of_items_are_explained(site: Path) -> None:
    assert "a simulator" in text(site, "simulation-0001*")
    fields = presentation.pages_of("simulation").fields({"script_type": "last_only", "decided_by": "judge"})
    known = {name: means for name, _, means in fields}
    assert fields[0][1] == "last of a dialogue"
    assert known["request"] == "the last one of a dialogue"
    assert "a judge rates the meaning" in known["decided by"]
    assert presentation.pages_of("company").fields({"split": "company"}) == []


def test_constraints_that_hold_are_not_called_right(standard: Standard, release: Release) -> None:
    path = standard("bot-template", "simulation")
    (entry,) = scored_entries([path], score_all([path], release))
    judged = [i for i in entry.items.values() if i.where["decided_by"] == "judge"]
    constrained = [i.item_id for i in judged if i.values["constraints"] is not None]
    assert {replies.standing(entry, i)[0] for i in constrained} == {"constraints hold", "breaks a constraint"}


def test_a_reply_that_was_cut_off_says_at_which_limit(site: Path) -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in site.glob("simulation-*"))
    assert re.search(r"cut off at its limit of 128 tokens<", everything)
    assert "limit of tokens" not in everything


def test_failures_are_counted_by_kind(shipped: list[Entry]) -> None:
    model = next(e for e in shipped if e.report.track == "simulation" and e.report.system.name == MODEL)
    shares = {kind.what: kind.percent for kind in parts.failing(model)}
    assert round(shares["cut off at the token limit"]) == round(100 * (model.report.metric("cut").value or 0))


def test_verdicts_of_judges_stand_below_the_reply(shipped: list[Entry], release: Release, tmp_path: Path) -> None:
    listed = [e for e in shipped if e.report.track == "simulation" and e.report.system.name == MODEL]
    report = listed[0].report
    (pick,) = choice.picked(listed[0].track, listed, 1)
    header = JudgmentsHeader(
        format="interplay-judgments/1",
        track="simulation",
        release=report.release,
        manifest_sha256=report.manifest_sha256,
        track_sha256=report.track_sha256,
        judge="scoring",
        judge_digest="0" * 64,
        judge_file="",
        model=report.system,
        mode="text",
        submissions=(JudgedSubmission(sha256=report.submission_sha256, system=report.system),),
    )
    replied = Judgment(
        item_id=pick.item_id,
        judge="scoring",
        judge_digest="0" * 64,
        prompt_sha256="0" * 64,
        reply="<b>Nearly</b> right: 7",
        verdict=7,
    )
    path = tmp_path / "judged.jsonl"
    path.write_bytes(canonical.encode_lines([header, replied]))
    items.write(build.planned(tmp_path / "site", listed, release, most=1, judgments=[path]))
    page = text(tmp_path / "site", "simulation-0001*")
    assert "scoring, uncertified judge: <b>7</b>" in page
    assert "&lt;b&gt;Nearly&lt;/b&gt; right: 7" in page


@pytest.mark.slow
def test_judgments_of_others_are_refused(cli: Cli, release: Release, tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    out = tmp_path / "site"
    ran = cli("report", baseline(release, f"{MODEL}/simulation"), "-o", out, "--judgments", path)
    assert ran.status == 1
    assert "does not hold judgments" in ran.err
    assert not out.exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.html").write_text("<p>years of work</p>", encoding="utf-8")
    with pytest.raises(OutputError, match=r"'thesis.html', which is no page of a site"):
        pages.check(tmp_path)
    assert (tmp_path / "thesis.html").exists()


def test_a_former_site_is_replaced(shipped: list[Entry], release: Release, tmp_path: Path) -> None:
    listed = [entry for entry in shipped if entry.report.track == "company"]
    items.write(build.planned(tmp_path, listed, release, most=3))
    items.write(build.planned(tmp_path, listed, release, most=1))
    assert len(list(tmp_path.glob("company-*.html"))) == 1


def test_report_writes_a_site_and_says_where(cli: Cli, release: Release, tmp_path: Path) -> None:
    out = tmp_path / "pages"
    ran = cli("report", baseline(release, f"{MODEL}/company"), "-o", out, "--pages", "2", "--title", "May & June")
    assert (ran.status, ran.out) == (0, f"wrote {out / 'index.html'}\n")
    assert "<h1>May &amp; June</h1>" in text(out, "index.html")
    assert len(list(out.glob("company-*.html"))) == 2


def test_report_without_files_says_what_to_do(cli: Cli) -> None:
    ran = cli("report")
    assert ran.status == 2
    assert "interplay report mine.jsonl -o site" in ran.err
    assert cli("report", "--pages", "many", "x").status == 2


def test_report_reads_before_it_works_whether_the_folder_is_free(cli: Cli, release: Release, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    ran = cli("report", baseline(release, f"{MODEL}/company"), "-o", tmp_path)
    assert ran.status == 1
    assert "'notes.txt', which is no page" in ran.err


def test_pages_of_the_command_line_are_those_of_the_library() -> None:
    from interplay_lab.cli.report import command

    assert next(p.default for p in command.params if p.name == "pages") == choice.PAGES


def test_replay_writes_a_page_of_one_match(cli: Cli, release: Release, tmp_path: Path) -> None:
    path = baseline(release, f"{MODEL}/games")
    item = next(line["item_id"] for line in lines_of(path)[1:] if "/bid/" in line["item_id"])
    ran = cli("replay", path, "--item", item, "--html", tmp_path / "match.html")
    assert (ran.status, ran.out) == (0, f"wrote {tmp_path / 'match.html'}\n")
    page = read(tmp_path / "match.html")
    assert ("script", {"type": "application/json", "id": "match-data"}) in page.tags


def test_demo_opens_the_pages_it_has_written(
    cli: Cli, small_dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open_new_tab", opened.append)
    plain = cli("demo", "--dataset", small_dataset, "-o", tmp_path / "plain")
    assert not (tmp_path / "plain" / "site").exists()
    ran = cli("demo", "--dataset", small_dataset, "-o", tmp_path / "out", "--open")
    index = tmp_path / "out" / "site" / "index.html"
    assert (ran.status, ran.err.splitlines()[-1]) == (0, f"Pages: {index}")
    assert opened == [index.as_uri()]
    assert ran.out.replace("/out/", "/plain/") == plain.out
    assert sorted(path.name for path in (tmp_path / "plain").iterdir()) == ["report.json", "report.md"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["site"]


def plain(page: str) -> str:
    """Return what stands between the tags of a page, without its data."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


@pytest.mark.parametrize("game", sorted(name.replace("_", "-") for name in catalogue.names()))
def test_a_match_says_how_it_ended_what_it_is_worth_and_what_its_score_means(site: Path, game: str) -> None:
    page = plain(text(site, f"games-*-{game}-*"))
    assert re.search(r"\b(won|lost|drew|got)\b[^.]*(\.[0-9]+[^.]*)*\. score (−?[0-9]|no score)", page)
    assert re.search(r"How this score is made [A-Z].{8,120}\. Worth ", page)
    assert (
        re.search(r"Score −?[0-9]+, where 0 = .*, the best uninformed baseline, and 100 = .*, the strong bot\.", page)
        or game == "bid"
    )
    assert "Marks" in page
    assert "maximal_runs" not in page
    assert "legal moves listed" not in page


def test_a_match_without_a_scale_says_why_it_has_no_score(site: Path) -> None:
    page = plain(text(site, "games-*-bid-*"))
    assert "score no score" in page
    assert (
        "No score, because on these matches the strong bot is not clearly better than the best uninformed baseline"
        in page
    )
    assert "–, no score: the strong bot is not clearly ahead" in plain(text(site, "track-games.html"))


def test_seats_have_the_colours_of_their_sides(site: Path) -> None:
    for game, colours in {"hive": ["seat-0", "good"], "codenames": ["red", "seat-0"]}.items():
        page = text(site, f"games-*-{game}-*")
        seats = page[page.index('<ul class="seats">') : page.index("</ul>")]
        assert re.findall(r'<circle class="([a-z0-9-]+)"', seats) == colours


@pytest.mark.slow
def test_the_reason_of_replies_that_fail_alike_appears_once(release: Release, tmp_path: Path) -> None:
    path = baseline(release, f"{MODEL}/games")
    folder = tmp_path / "site"
    listed = scored_entries([path], score_all([path], release))
    items.write(build.planned(folder, listed, release, most=40))
    page = text(folder, "games-*-tictactoe-*")
    data = json.loads(re.search(r'id="match-data">(.*?)</script>', page)[1])  # type: ignore[index]
    failed = [step for step in data["steps"] if len(step["says"]) == 3]
    assert failed
    assert all("why" not in step for step in failed)
    for step in failed:
        reasons = [reply["why"] for reply in step["says"] if "why" in reply]
        assert len(reasons) == len(set(reasons)) >= 1


def test_positions_say_who_is_asked_and_how_regret_becomes_a_score(site: Path) -> None:
    page = plain(text(site, "positions-*"))
    assert re.search(r"The prompt addresses seat [0-9] as “you”", page)
    assert "Score = 100 (1 − regret /" in page or "No score, because" in page
