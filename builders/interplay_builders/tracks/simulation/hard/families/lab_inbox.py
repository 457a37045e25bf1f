"""The request desk of a laboratory: which requests were carried out, and by whose right."""

from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.inbox import Setting
from interplay_builders.tracks.simulation.sessions import TaskSpec

TASK = TaskSpec(
    task_id="laboratory-request-desk",
    name="Laboratory Request Desk",
    kind="stateful",
    family="lab_inbox",
    request_type="mails with requests, and with rights that are lent and taken back",
    brief="""
Please mind our lab's request desk for me, I'll paste the mail day by day. Purchases belong to Karin Holt, \
instruments to Mei Tan, keys to Tobias Wirth. A request is done when it comes from the person it belongs to, or from \
someone they have lent that right to by mail, on the days named there (first and last included) and until that \
person or whoever it belongs to takes it back. Lent rights can only be lent on if the mail says so, and then they \
end at the latest with the lender's. It's the address that counts (@nordlab.example), not the name. Only what people \
ask for themselves counts: quotes and attachments are just reading, unless the sender asks for what's in them. We go \
by the order of arrival, and nothing works backwards: a new limit is for what comes in after that mail, whatever \
date it gives. What isn't possible isn't done: an instrument is booked by whole days for one user, each key exists \
once (all are here now). If someone with the right okays a request later, it's done then, on their right, if it's \
still possible. After each day just answer "filed", I only need the list at the end. First day:
""".strip(),
)
SETTING = Setting(
    task=TASK,
    domain="nordlab.example",
    month="November",
    areas=("purchases", "instruments", "keys"),
    owners=("Karin Holt", "Mei Tan", "Tobias Wirth"),
    staff=("Lena Vogt", "Omar Said", "Pavel Novak", "Julia Brand", "Sanna Lind"),
    goods=("nitrile gloves", "a pipette set", "pump oil", "filter paper", "two stirrers", "a box of vials", "argon"),
    slots=("the microscope", "the laser", "the centrifuge"),
    keys=("the cold room", "the workshop", "the solvent store"),
)
FAMILY = Family(SETTING.dialogue, (1, 2, 3, 4))
