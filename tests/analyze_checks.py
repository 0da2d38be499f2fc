# SPDX-License-Identifier: Apache-2.0
"""The checks of k8s/analyze-job in tests/manifests: analyze_checks.py CHECK. Prints faults with exit code 1."""

import json
import sys
from pathlib import Path

from manifests_checks import document, documents, faults_of, ran, stop_on, with_sidecar

JOB = "k8s/analyze-job/job.yaml"
INDEXED = "k8s/analyze-job-indexed"
TASK = "ecs/task-definition-analyze.json"
PLUGIN = "kubectl/kubectl-heapsight"
DUMP = "s3://dumps/heapsight/CLUSTER/NAMESPACE/POD/TARGET/ID.heapdump/ID.hprof.gz"
ACCOUNT = "--service-account=heapsight-analyze"


def plugins():
    """kubectl heapsight analyze --job creates the Jobs of k8s/analyze-job; with all options they are still valid."""
    one = planned(DUMP, ACCOUNT)
    several = planned(*[DUMP] * 3, ACCOUNT)
    [indexed] = [each for each in documents(ran("kubectl", "kustomize", INDEXED)) if each["kind"] == "Job"]
    options = planned("azblob://dumps/a.hprof", "gs://dumps/b.hprof", "--env=A=\"b\\c\"", "--env-from=keys", "--node-selector=pool=large",
                      "--memory=8Gi", "--cpu=4", "--disk=9Gi", "--image=heapsight:1", "--format=json")
    stop_on(different("one dump", one, document(JOB)) + different("three dumps", several, indexed)
            + list(faults_of("all options", options)) + unused(options))


def planned(*words):
    [job] = documents(ran(PLUGIN, "analyze", *words, "--job", "--dry-run"))
    return job


def different(name, job, expected):
    """Compares the Jobs without their names, and lists with names in any order."""
    for each in (job, expected):
        each["metadata"].pop("name")
        pod = each["spec"]["template"]["spec"]
        [container] = pod["containers"]
        for named in (pod["volumes"], container["volumeMounts"]):
            named.sort(key=lambda volume: volume["name"])
    return [f"{name}: {job}\ninstead of {expected}"] * (json.dumps(job, sort_keys=True) != json.dumps(expected, sort_keys=True))


def unused(job):
    """Options that have no effect on the Job."""
    pod = job["spec"]["template"]["spec"]
    [container] = pod["containers"]
    expected = {
        "env": ([{"name": "A", "value": "\"b\\c\""}], container["env"][1:]),
        "envFrom": ([{"secretRef": {"name": "keys"}}], container["envFrom"]),
        "image": ("heapsight:1", container["image"]),
        "limits": ({"memory": "8Gi"}, container["resources"]["limits"]),
        "requests": ({"cpu": "4", "memory": "8Gi", "ephemeral-storage": "9Gi"}, container["resources"]["requests"]),
        "volume": ({"sizeLimit": "9Gi"}, pod["volumes"][0]["emptyDir"]),
        "nodes": ({"pool": "large"}, pod["nodeSelector"]),
        "labels": ({"azure.workload.identity/use": "true"}, job["spec"]["template"]["metadata"]["labels"]),
        "format": ("--format=json", container["args"][-1]),
    }
    return [f"{name}: {found} instead of {wanted}" for name, (wanted, found) in expected.items() if found != wanted]


def restricted():
    """The Job has what the restricted Pod Security profile demands, and no token of the cluster."""
    pod = document(JOB)["spec"]["template"]["spec"]
    [container] = pod["containers"]
    security = container["securityContext"]
    stop_on(
        ["runs as root"] * (not pod["securityContext"]["runAsNonRoot"])
        + ["no seccomp profile"] * (pod["securityContext"]["seccompProfile"] != {"type": "RuntimeDefault"})
        + ["capabilities"] * (security["capabilities"] != {"drop": ["ALL"]})
        + ["privilege escalation"] * (security["allowPrivilegeEscalation"] is not False)
        + ["writable root"] * (security["readOnlyRootFilesystem"] is not True)
        + ["a token of the service account"] * (pod["automountServiceAccountToken"] is not False)
        + ["a request above its volume"] * (container["resources"]["requests"]["ephemeral-storage"] != pod["volumes"][0]["emptyDir"]["sizeLimit"])
    )


def role():
    """The sidecar may create, read and delete Jobs and read pods, no more; its token is in its own container only."""
    [role, _] = documents(Path("k8s/analysis-in-jobs/role.yaml").read_text())
    rights = {(group, resource): set(rule["verbs"]) for rule in role["rules"] for group in rule["apiGroups"] for resource in rule["resources"]}
    [shop] = [each["spec"]["template"]["spec"] for each in with_sidecar(["base", "analysis-in-jobs", "native"]) if each["kind"] == "Deployment"]
    mounts = {each["name"]: {mount["mountPath"] for mount in each["volumeMounts"]} for each in shop["containers"] + shop["initContainers"]}
    token = "/var/run/secrets/kubernetes.io/serviceaccount"
    stop_on(
        [f"{rights}"] * (rights != {("batch", "jobs"): {"create", "get", "delete"}, ("", "pods"): {"get", "list"}})
        + [f"{mounts}"] * ([name for name, paths in mounts.items() if token in paths] != ["heapsight"])
        + ["the target's token"] * (shop["automountServiceAccountToken"] is not False)
    )


def task():
    """The task of ECS runs the Job's command, and its user can write to the volume."""
    definition = json.loads(Path(TASK).read_text())
    containers = {each["name"]: each for each in definition["containerDefinitions"]}
    heapsight, opener = containers["heapsight"], containers["volume-permissions"]
    [container] = document(JOB)["spec"]["template"]["spec"]["containers"]
    expected = [each.replace("$(DUMP)", DUMP) for each in container["args"]
                if not each.startswith(("--termination-message", "--disk"))]
    stop_on(
        [f"{TASK}: {heapsight['command']}\ninstead of {expected}"] * (heapsight["command"] != expected)
        + [f"{TASK}: another image"] * (heapsight["image"] != container["image"])
        + [f"{TASK}: a writable root"] * (not heapsight["readonlyRootFilesystem"])
        + [f"{TASK}: the volume is not opened first"] * (
            heapsight["dependsOn"] != [{"containerName": "volume-permissions", "condition": "SUCCESS"}]
            or opener["mountPoints"] != heapsight["mountPoints"])
        + [f"{TASK}: more memory than the task"] * (heapsight["memory"] + opener["memory"] > int(definition["memory"]))
    )


if __name__ == "__main__":
    globals()[sys.argv[1]]()
