# SPDX-License-Identifier: Apache-2.0
"""The checks of k8s/canary in tests/manifests: canary_checks.py CHECK. Prints faults with exit code 1."""

import json
import re
import sys
from pathlib import Path

from manifests_checks import document, faults_of, ran, stop_on

ARGO = "github.com/argoproj/argo-rollouts@v1.8.3"
FLAGGER = "github.com/fluxcd/flagger@v1.41.0"
JOB = "k8s/canary/job.yaml"
CRON_JOB = "k8s/canary/flagger/cron-job.yaml"
TEMPLATE = "k8s/canary/argo-rollouts/analysis-template.yaml"
DEFINITIONS = {
    TEMPLATE: (ARGO, "manifests/crds/analysis-template-crd.yaml"),
    "k8s/canary/argo-rollouts/rollout.yaml": (ARGO, "manifests/crds/rollout-crd.yaml"),
    "k8s/canary/flagger/canary.yaml": (FLAGGER, "artifacts/flagger/crd.yaml"),
}


def schema_of(module, path, version):
    """The schema in the definition of a custom resource, from the source of its controller."""
    folder = json.loads(ran("go", "mod", "download", "-json", module))["Dir"]
    versions = document(Path(folder, path))["spec"]["versions"]
    return next(each["schema"]["openAPIV3Schema"] for each in versions if each["name"] == version)


def strict(schema):
    """Refuses unknown fields, as the API server does for kubectl apply."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: strict(each) for name, each in schema.items()}
    if isinstance(schema.get("properties"), dict) and not schema.get("x-kubernetes-preserve-unknown-fields"):
        result.setdefault("additionalProperties", False)
    return result


def schemas():
    """Resources of Argo Rollouts and Flagger are valid by their definitions, and Argo's Job by that of Kubernetes."""
    import jsonschema

    faults = []
    for path, (module, definition) in DEFINITIONS.items():
        resource = document(path)
        schema = schema_of(module, definition, resource["apiVersion"].split("/")[1])
        faults += [f"{path}: {error.message} at {list(error.path)}"
                   for error in jsonschema.Draft7Validator(strict(schema)).iter_errors(resource)]
    job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "measurement"}, "spec": measured()}
    stop_on(faults + list(faults_of(TEMPLATE, job)))


def measured():
    [metric] = document(TEMPLATE)["spec"]["metrics"]
    return metric["provider"]["job"]["spec"]


def jobs():
    """All ways to the gate run the same Job, except for selectors, window and looks; arguments exist on both sides."""
    job, scheduled, analysis = document(JOB)["spec"], document(CRON_JOB)["spec"]["jobTemplate"]["spec"], measured()
    expected = options(job)
    stop_on([f"{CRON_JOB}: {options(scheduled)}\ninstead of {expected}"] * (options(scheduled) != expected)
            + [f"{TEMPLATE}: {options(analysis)}"] * (names(options(analysis)) - names(expected) != {"--sequential"}))
    faults = [f"{name}: {each}\ninstead of {bare(job)}"
              for name, each in {CRON_JOB: bare(scheduled), TEMPLATE: bare(analysis)}.items() if each != bare(job)]
    stop_on(faults + [f"{TEMPLATE}: no argument {each}" for each in unknown_arguments()])


def options(spec):
    return spec["template"]["spec"]["containers"][0]["args"]


def names(arguments):
    return {each.split("=")[0] for each in arguments}


def bare(spec):
    pod = spec["template"]["spec"]
    [container] = pod["containers"]
    container = {name: each for name, each in container.items() if name not in ("args", "env")}
    return spec | {"template": {"spec": pod | {"containers": [container]}}}


def unknown_arguments():
    """Arguments that the template uses, and those that the Rollout gives, without a declaration; declared ones without a value."""
    declared = {each["name"]: each for each in document(TEMPLATE)["spec"]["args"]}
    used = set(re.findall(r"{{args[.]([\w-]+)}}", Path(TEMPLATE).read_text()))
    [analysis] = [each["analysis"] for each in document("k8s/canary/argo-rollouts/rollout.yaml")["spec"]["strategy"]["canary"]["steps"]
                  if "analysis" in each]
    given = {each["name"] for each in analysis["args"]}
    needed = {name for name, each in declared.items() if "value" not in each}
    return (used ^ declared.keys()) | (given - declared.keys()) | (needed - given)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
