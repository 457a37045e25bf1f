"""What goes to the Hub: entries of ``.eval_results``, submissions as pull requests, and sites as Spaces."""

from collections.abc import Iterable
from pathlib import Path

import yaml
from huggingface_hub import CommitOperationAdd, EvalResultEntry, HfApi, constants, eval_result_entries_to_yaml
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import OutputError
from interplay.core.reports import Report
from interplay.hub import refusals
from interplay.hub.places import BENCHMARK, checked_repo


def write_eval_results(reports: Iterable[Report], folder: Path) -> tuple[list[Path], list[str]]:
    """Write each headline as an entry of ``.eval_results``, which the Hub shows on a model's page.

    The files go to the folder ``.eval_results`` of a model's repository. Returns their paths, and a sentence on each
    report that has no entry: one without a value, as H50 above all levels, one on part of the items, or one that was
    not scored on the release. Raises ``OutputError`` where a file cannot be written.
    """
    written, left_out = [], []
    for report in reports:
        headline, who = report.headline, f"{report.system.name} on {report.track}"
        if reason := _without_entry(report):
            left_out.append(f"no entry for {who}: {reason}")
            continue
        about = report.headline_name
        if headline.text:
            about += f" {headline.text} ({headline.ci_method})"
        elif headline.low is not None and headline.high is not None:
            about += f", 95% interval {headline.low:.1f} to {headline.high:.1f}"
        entry = EvalResultEntry(
            dataset_id=BENCHMARK,
            task_id=report.track,
            value=round(headline.value or 0.0, 4),
            notes=f"{about}; {headline.n:,} items, {report.trials} trials; release {report.release}, "
            f"interplay {report.package_version}, submission sha256 {report.submission_sha256}",
        )
        path = folder / f"interplay-{report.track}-{report.submission_sha256[:12]}.yaml"
        text = yaml.safe_dump(eval_result_entries_to_yaml([entry]), sort_keys=False, allow_unicode=True)
        canonical.write_atomically(path, [text.encode()])
        written.append(path)
    return written, left_out


def _without_entry(report: Report) -> str:
    """Return why a report has no entry; empty where it has one."""
    if report.headline.value is None:
        return report.headline.reason or f"its {report.headline_name} is {report.headline.text}, not a number"
    if report.selection is not None or report.selected:
        return f"it is about part of the items ({report.selected or 'a sample'})"
    return "its dataset was modified" if report.modified_dataset else ""


def submit(path: Path, report: Report, to: str) -> str:
    """Offer a submission and its report to the dataset repository *to* as a pull request; return its address.

    The files are named by track and hash, so that the same submission is offered under the same names again. Raises
    ``DatasetError`` where *to* is not ``owner/name``, and ``OutputError`` where the Hub refuses.
    """
    repo = checked_repo(to)
    name = f"submissions/{report.track}/{report.submission_sha256[:16]}"
    data = path.read_bytes()
    suffix = ".jsonl.gz" if data[:2] == b"\x1f\x8b" else ".jsonl"
    warnings = tuple(replace(finding, file=path.name) for finding in report.warnings)  # no path of this machine
    body = canonical.encode(replace(report, per_item=(), warnings=warnings)) + b"\n"
    with refusals.explained(repo, f"submit {path} to {repo}", OutputError):
        done = HfApi().create_commit(
            repo_id=repo,
            repo_type="dataset",
            create_pr=True,
            commit_message=f"{report.system.name} on {report.track}",
            commit_description=f"release {report.release}, submission sha256 {report.submission_sha256}",
            operations=[CommitOperationAdd(f"{name}{suffix}", data), CommitOperationAdd(f"{name}.report.json", body)],
        )
    return str(done.pr_url or done.commit_url)


def to_space(folder: Path, to: str, title: str) -> str:
    """Upload a site as the static Space *to*, which is created where it is missing; return its address.

    Files of an earlier site are removed. Raises as :func:`submit`.
    """
    repo = checked_repo(to)
    settings = {"title": title[:100], "sdk": "static", "app_file": "index.html", "pinned": False}
    front = f"---\n{yaml.safe_dump(settings, allow_unicode=True)}---\n".encode()
    with refusals.explained(repo, f"upload the site to {repo}", OutputError):
        api = HfApi()
        if api.repo_exists(repo, repo_type="space") and api.space_info(repo).sdk != "static":
            raise OutputError(f"{repo} is a Space that runs a program; name a static Space, or a new one")
        api.create_repo(repo, repo_type="space", space_sdk="static", exist_ok=True)
        api.upload_file(path_or_fileobj=front, path_in_repo="README.md", repo_id=repo, repo_type="space")
        api.upload_folder(
            repo_id=repo,
            repo_type="space",
            folder_path=folder,
            delete_patterns=[f"*.{suffix}" for suffix in ("html", "css", "js", "json", "csv", "svg", "png")],
            commit_message=title[:100] or "Interplay report",
        )
    return f"{constants.ENDPOINT}/spaces/{repo}"
