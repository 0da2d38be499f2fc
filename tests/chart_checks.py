# SPDX-License-Identifier: Apache-2.0
"""The checks of the Helm chart in tests/manifests: chart_checks.py CHECK. Prints faults with exit code 1."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from manifests_checks import CHART, OPERATOR, document, documents, ran, rendered, stop_on

REPOSITORY = "https://github.com/heapsight/heapsight"
LABELS = {
    "helm.sh/chart",
    *(f"app.kubernetes.io/{each}" for each in ("name", "instance", "version", "part-of", "managed-by")),
}
# Of https://artifacthub.io/docs/topics/annotations/helm/
CATEGORIES = {
    "ai-machine-learning", "database", "integration-delivery", "monitoring-logging", "networking", "security", "storage",
    "streaming-messaging",
}
INJECTIONS = ("none", "admission-policy", "kyverno")
EVERYTHING = ["--set", "podMonitor.enabled=true,prometheusRule.enabled=true,networkPolicy.enabled=true"]


def kinds(manifests):
    return {each["kind"] for each in manifests}


def named(manifests):
    return {(each["kind"], each["metadata"]["name"]) for each in manifests}


def bare():
    """Default values create only kinds that the cluster has: nothing of prometheus-operator without it, and no NetworkPolicy."""
    operators = {"PodMonitor", "PrometheusRule"}
    without, [monitor, *_] = rendered([]), OPERATOR
    cases = {
        "a bare cluster": (kinds(without), {"ConfigMap", "Pod"}),
        "the operator": (kinds(rendered([*OPERATOR])), {"ConfigMap", "Pod"} | operators),
        "PodMonitor only": (kinds(rendered([monitor])) & operators, {"PodMonitor"}),
        "true": (kinds(rendered(EVERYTHING)) & operators, operators),
        "false": (kinds(rendered([*OPERATOR, "--set", "podMonitor.enabled=false,prometheusRule.enabled=false"])) & operators, set()),
    }
    stop_on(f"{case}: {sorted(found)} instead of {sorted(expected)}" for case, (found, expected) in cases.items() if found != expected)


def names():
    """Two releases in a cluster don't conflict, overrides change every name, and each resource has the recommended labels."""
    faults = []
    for injection in INJECTIONS:
        values = [*EVERYTHING, "--set", f"injection={injection}"]
        one, other = rendered(values, release="one"), rendered(values, release="other")
        faults += [f"{each} is in both releases" for each in named(one) & named(other)]
        faults += [f"{each['kind']} {each['metadata']['name']} lacks {LABELS - each['metadata']['labels'].keys()}"
                   for each in one if not LABELS <= each["metadata"]["labels"].keys()]
        for override, begin in {"fullnameOverride": "jvms", "nameOverride": "one-jvms"}.items():
            manifests = rendered([*values, "--set", f"{override}=jvms"], release="one")
            faults += [f"{each} with {override}=jvms" for each in named(manifests) if not each[1].startswith(begin)]
            faults += [f"the binding is of {each['spec']['policyName']}" for each in manifests
                       if each["kind"] == "MutatingAdmissionPolicyBinding" and each["spec"]["policyName"] != begin]
    stop_on(faults)


def tls():
    """A certificate is mounted at the sidecar's paths, and every caller of the sidecar uses HTTPS."""
    stop_on(f"{injection}: {fault}" for injection in INJECTIONS for fault in tls_faults(injection))


def tls_faults(injection):
    plain = rendered([*EVERYTHING, "--set", f"injection={injection}"])
    manifests = rendered([*EVERYTHING, "--set", f"tls.secretName=certificate,injection={injection}"])
    yield from (f"{word} without a certificate" for word in ("HTTPS", "tlsConfig", "_TLS_") if word in json.dumps(plain))
    if set(probes(manifests)) != {"HTTPS"}:
        yield f"probes by {list(probes(manifests))}"
    [monitor] = [each for each in manifests if each["kind"] == "PodMonitor"]
    [endpoint] = monitor["spec"]["podMetricsEndpoints"]
    if endpoint.get("scheme") != "https" or not endpoint.get("tlsConfig"):
        yield f"PodMonitor: {endpoint}"
    if injection == "admission-policy":
        [policy] = [each for each in manifests if each["kind"] == "MutatingAdmissionPolicy"]
        [expression] = [each["jsonPatch"]["expression"] for each in policy["spec"]["mutations"]]
        lines = ('scheme: "HTTPS"', 'value: "/run/secrets/heapsight-tls/tls.key"', 'secretName: "certificate"')
        yield from (f"no {line}" for line in lines if line not in expression)
    else:
        yield from mount_faults(*injected(manifests, injection))


def port():
    """Another port of the sidecar is that of its container, of the test's probe and of the NetworkPolicy."""
    stop_on(f"{injection}: {fault}" for injection in INJECTIONS for fault in port_faults(injection))


def port_faults(injection):
    manifests = rendered([*EVERYTHING, "--set", f"networkPolicy.enabled=true,injection={injection}", "--set-string", "env.HEAPSIGHT_PORT=9500"])
    [policy] = [each for each in manifests if each["kind"] == "NetworkPolicy"]
    ports = [(each["port"], each.get("endPort")) for rule in policy["spec"]["ingress"] for each in rule["ports"] if "protocol" not in each]
    if ports != [(9500, None), (1, 9499), (9501, 65535)]:
        yield f"NetworkPolicy: {ports}"
    if injection == "admission-policy":
        yield from ["no port of the container"] * ("containerPort: 9500," not in json.dumps(manifests))
    elif injected(manifests, injection)[0]["ports"][0]["containerPort"] != 9500:
        yield f"{injected(manifests, injection)[0]['ports']}"
    yield from (f"9404 in a {each['kind']}" for each in manifests if each["kind"] in ("Pod", "ClusterPolicy", "MutatingAdmissionPolicy", "NetworkPolicy")
                and "9404" in json.dumps(each))


def numeric():
    """A name of digits stays a string of YAML."""
    manifests = rendered([*EVERYTHING, "--set", "networkPolicy.enabled=true,analysis.mode=job", "--set-string",
                          "nameOverride=1,networkPolicy.prometheusNamespace=2,token.secretName=3,tls.secretName=4,"
                          "analysis.serviceAccounts={5},env.HEAPSIGHT_STORE=s3://dumps"], release="6")
    keys = {"app.kubernetes.io/name", "app.kubernetes.io/instance", "kubernetes.io/metadata.name", "secretName", "name"}
    stop_on(f"{key}: {value} in a {each['kind']}" for each in manifests for key, value in pairs(each)
            if key in keys and not isinstance(value, str))


def pairs(node):
    """Every key of a manifest with its value."""
    if isinstance(node, dict):
        yield from node.items()
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from pairs(each)


def mount_faults(sidecar, volumes):
    mounts = {each["mountPath"]: each["name"] for each in sidecar["volumeMounts"]}
    secrets = {each["name"]: each["secret"]["secretName"] for each in volumes if "secret" in each}
    files = {each["name"]: Path(each["value"]) for each in sidecar["env"] if "_TLS_" in each["name"]}
    if {key: file.name for key, file in files.items()} != {"HEAPSIGHT_TLS_CERT": "tls.crt", "HEAPSIGHT_TLS_KEY": "tls.key"}:
        yield f"{files}"
    yield from (f"{key} is in no mounted Secret" for key, file in files.items()
                if secrets.get(mounts.get(str(file.parent))) != "certificate")


def probes(node):
    """The scheme of every probe in a manifest."""
    if isinstance(node, dict):
        if "httpGet" in node:
            yield node["httpGet"].get("scheme", "HTTP")
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from probes(each)


def injected(manifests, injection):
    """The sidecar's container, and the volumes of its pod."""
    if injection == "kyverno":
        [policy] = [each for each in manifests if each["kind"] == "ClusterPolicy"]
        spec = policy["spec"]["rules"][0]["mutate"]["patchStrategicMerge"]["spec"]
    else:
        spec = hook(manifests)["spec"]
    return spec["initContainers"][0], spec["volumes"]


def hook(manifests):
    [pod] = [each for each in manifests if each["kind"] == "Pod"]
    return pod


def tested():
    """helm test runs one pod with the sidecar, waits until it is sampled, and removes it after success."""
    faults = []
    for injection in INJECTIONS:
        pod = hook(rendered(["--set", f"injection={injection}"]))
        if pod["metadata"]["annotations"].get("helm.sh/hook") != "test":
            faults.append(f"{injection}: no test")
        containers = {each["name"]: each for each in pod["spec"]["initContainers"]}
        asks = pod["metadata"]["labels"].get("heapsight.io/inject") == "true"
        if ("heapsight" in containers) == asks or asks == (injection == "none"):
            faults.append(f"{injection}: the sidecar comes twice, or not at all")
        if containers["shop"]["startupProbe"]["httpGet"]["path"] != "/readyz" or not pod["spec"]["shareProcessNamespace"]:
            faults.append(f"{injection}: nothing waits for the sidecar to sample the shop")
    stop_on(faults)


def presented():
    """The chart has the metadata of a catalogue: icon, home, sources, maintainers, a README with every value and its default."""
    chart, readme = document(f"{CHART}/Chart.yaml"), Path(CHART, "README.md").read_text()
    icon = chart["icon"].removeprefix(f"{REPOSITORY}/raw/main/")
    rows = dict(re.findall(r"^\| `([\w.]+)` \| `(.*?)` \|", readme, re.MULTILINE))
    values = dict(leaves(document(f"{CHART}/values.yaml")))
    lint = ran("helm", "lint", "--strict", CHART)
    stop_on(
        ([] if Path(icon).is_file() else [f"no {icon}"])
        + [f"Chart.yaml has no {each}" for each in ("home", "sources", "maintainers", "keywords") if not chart.get(each)]
        + [f"README: {key} is {rows.get(key)} instead of {values.get(key)}"
           for key in sorted(rows.keys() | values.keys()) if rows.get(key) != values.get(key)]
        + [line for line in lint.splitlines() if line.startswith("[")]
    )


def catalogued():
    """The annotations for Artifact Hub are complete and valid, and a released, signed chart names its image and its key."""
    import yaml

    def values(annotations, name):
        return yaml.safe_load(annotations[f"artifacthub.io/{name}"])

    digest = f"sha256:{'5' * 64}"
    with tempfile.TemporaryDirectory() as folder:
        key = {**os.environ, "GNUPGHOME": folder}
        ran("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "heapsight test <test@heapsight.example>", env=key)
        [fingerprint] = re.findall("^fpr:+([0-9A-F]{40}):", ran("gpg", "--batch", "--with-colons", "--list-keys", env=key), re.MULTILINE)[:1]
        ran(str(Path("k8s/package").absolute()), "9.8.7", "registry.example/heapsight", digest, cwd=folder,
            env={**key, "HEAPSIGHT_SIGN_KEY": fingerprint})
        Path(folder, "keyring").write_bytes(subprocess.run(["gpg", "--export"], env=key, check=True, capture_output=True).stdout)
        package = f"{folder}/heapsight-9.8.7.tgz"
        verified = ran("helm", "verify", package, "--keyring", f"{folder}/keyring")
        released = yaml.safe_load(ran("helm", "show", "chart", package))["annotations"]
        subprocess.run(["gpgconf", "--kill", "all"], env=key, check=True)
    annotations = document(f"{CHART}/Chart.yaml")["annotations"]
    kinds_of_changes = {each["kind"] for each in values(annotations, "changes")}
    [image] = values(released, "images")
    links = values(annotations, "links")
    stop_on(
        [f"no change is {each}" for each in kinds_of_changes - {"added", "changed", "deprecated", "removed", "fixed", "security"}]
        + [f"link {each}" for each in links if not each["url"].startswith(REPOSITORY)]
        + [f"{each['name']}: {each['url']} is not in this repository" for each in links
           if "/blob/main/" in each["url"] and not Path(each["url"].partition("/blob/main/")[2]).is_file()]
        + ([] if annotations["artifacthub.io/category"] in CATEGORIES else [annotations["artifacthub.io/category"]])
        + ([] if image["image"] == f"registry.example/heapsight:9.8.7@{digest}" else [str(image)])
        + ([] if values(released, "signKey")["fingerprint"] == fingerprint and fingerprint in verified else [verified])
        + ([] if document("k8s/helm/artifacthub-repo.yml")["owners"] else ["artifacthub-repo.yml has no owners"])
    )


def extended():
    """Pull secrets, labels, annotations, environment and volumes are in every injection; a ServiceMonitor replaces the PodMonitor."""
    values = ["--values", f"{CHART}/ci/extended-values.yaml"]
    faults = []
    for injection in INJECTIONS:
        manifests = rendered([*values, *OPERATOR, "--set", f"injection={injection}"])
        faults += [f"{injection}: {each['kind']} lacks {name}" for each in manifests
                   for name, part in {"team": "labels", "example.org/owner": "annotations"}.items()
                   if each["metadata"].get(part, {}).get(name) != "platform"]
        if injection == "admission-policy":
            [policy] = [each for each in manifests if each["kind"] == "MutatingAdmissionPolicy"]
            [expression] = [each["jsonPatch"]["expression"] for each in policy["spec"]["mutations"]]
            faults += [f"{injection}: no {line}" for line in ("Object.spec.imagePullSecrets{name: \"registry\"}", 'mountPath: "/etc/certificates"',
                                                              'name: "collector"', "Object.spec.volumes.configMap{") if line not in expression]
        else:
            sidecar, volumes = injected(manifests, injection)
            faults += [f"{injection}: no {path}" for path in {"/etc/certificates"} - {each["mountPath"] for each in sidecar["volumeMounts"]}]
            faults += [f"{injection}: no {name}" for name in {"certificates"} - {each["name"] for each in volumes}]
            faults += [f"{injection}: no {name}" for name in {"OTEL_EXPORTER_OTLP_HEADERS"} - {each["name"] for each in sidecar["env"]}]
        if hook(manifests)["spec"]["imagePullSecrets"] != [{"name": "registry"}]:
            faults.append(f"{injection}: the test pod has no pull secret")
        faults += monitor_faults(manifests)
    folders = {each["metadata"]["annotations"].get("grafana_folder") for each in rendered(values) if each["kind"] == "ConfigMap"}
    doubled = subprocess.run(["helm", "template", CHART, *values, "--set", "podMonitor.enabled=true"], capture_output=True, text=True, check=False)
    stop_on(faults + ([] if folders == {"JVM"} else [f"folders {folders}"])
            + ([] if "twice" in doubled.stderr else [f"both monitors: {doubled.stderr}"]))


def analysed():
    """With analysis.mode=job, every injection has the key and the token of k8s/analysis-in-jobs, and the Role is the same."""
    values = ["--values", f"{CHART}/ci/analysis-values.yaml"]
    expected = document("k8s/analysis-in-jobs/sidecar.yaml")["spec"]["template"]["spec"]
    [container], [token] = expected["containers"], expected["volumes"]
    faults = []
    for injection in ("none", "kyverno"):
        sidecar, volumes = injected(rendered([*values, "--set", f"injection={injection}"]), injection)
        faults += [f"{injection}: no {each}" for name in ("env", "volumeMounts") for each in container[name] if each not in sidecar[name]]
        faults += [f"{injection}: {volumes}"] * (token not in volumes)
        faults += [f"{injection}: {sidecar['resources']}"] * (sidecar["resources"]["limits"]["memory"] != container["resources"]["limits"]["memory"])
    [expression] = [mutation["jsonPatch"]["expression"] for each in rendered([*values, "--set", "injection=admission-policy"])
                    if each["kind"] == "MutatingAdmissionPolicy" for mutation in each["spec"]["mutations"]]
    faults += [f"admission-policy: no {line}" for line in ("Object.spec.volumes.projected.sources.serviceAccountToken{", 'value: "job"')
               if line not in expression]
    [role] = [each for each in rendered(values) if each["kind"] == "Role"]
    [binding] = [each for each in rendered(values) if each["kind"] == "RoleBinding"]
    [plain, _] = documents(Path("k8s/analysis-in-jobs/role.yaml").read_text())
    faults += [f"{role['rules']}"] * (role["rules"] != plain["rules"])
    faults += [f"{binding}"] * (binding["roleRef"]["name"] != role["metadata"]["name"] or [each["name"] for each in binding["subjects"]] != ["shop"])
    bare = subprocess.run(["helm", "template", CHART, "--set", "analysis.mode=job"], capture_output=True, text=True, check=False)
    stop_on(faults + ([] if "needs env.HEAPSIGHT_STORE" in bare.stderr else [f"without a store: {bare.stderr}"]))


def monitor_faults(manifests):
    """The ServiceMonitor selects the Service, and that the port of pods with the sidecar."""
    by_kind = {each["kind"]: each for each in manifests}
    if "PodMonitor" in by_kind:
        yield "both monitors"
    service, monitor = by_kind["Service"], by_kind["ServiceMonitor"]
    selected = monitor["spec"]["selector"]["matchLabels"].items()
    if not selected <= service["metadata"]["labels"].items():
        yield f"the ServiceMonitor selects {selected}"
    [endpoint], [port] = monitor["spec"]["endpoints"], service["spec"]["ports"]
    if endpoint["port"] != port["name"] or port["targetPort"] != "heapsight":
        yield f"{endpoint} of {port}"
    if [each["targetLabel"] for each in endpoint["relabelings"]] != ["app"]:
        yield f"{endpoint}"


def leaves(values, path=""):
    """image.tag, and its default as YAML spells it."""
    import yaml

    for key, value in values.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{path}{key}.")
        else:
            plain = isinstance(value, str) and yaml.safe_load(value) == value
            yield f"{path}{key}", value if plain else json.dumps(value)


def files():
    """The chart has rules and dashboards as files: tools that fetch charts skip symbolic links."""
    links = [path for path in Path(CHART).rglob("*") if path.is_symlink()]
    shown = {key for each in rendered(EVERYTHING) if each["kind"] == "ConfigMap" for key in each["data"]}
    dashboards = {path.name for path in Path("grafana/dashboards").glob("*.json")}
    [rules] = [each["spec"] for each in rendered(EVERYTHING) if each["kind"] == "PrometheusRule"]
    stop_on(
        [f"{link} is a symbolic link" for link in links]
        + [f"no ConfigMap of {name}" for name in dashboards - shown]
        + ([] if rules == document("prometheus/heapsight.rules.yaml") else ["the PrometheusRule is not prometheus/heapsight.rules.yaml"])
    )


def prefixed():
    """metricNames: prefixed renames the same metrics in rules, dashboards (as grafana/generate does) and the sidecar."""
    values = [*EVERYTHING, "--set", "metricNames=prefixed"]
    faults = []
    for injection in ("none", "kyverno"):
        sidecar, _ = injected(rendered([*values, "--set", f"injection={injection}"]), injection)
        if {"name": "HEAPSIGHT_METRIC_NAMES", "value": "prefixed"} not in sidecar["env"]:
            faults.append(f"{injection}: {sidecar['env']}")
    manifests, plain = rendered(values), rendered(EVERYTHING)
    bare = re.compile(r"(?<![a-zA-Z0-9_:])(?:jvm|process)_[a-z_]+")
    with tempfile.TemporaryDirectory() as folder:
        ran("grafana/generate", "--prefixed", folder)
        shown = {key: text for each in manifests if each["kind"] == "ConfigMap" for key, text in each["data"].items()}
        faults += [f"{path.name} differs from grafana/generate --prefixed" for path in Path(folder).glob("*.json")
                   if json.loads(shown.get(path.name, "{}")) != json.loads(path.read_text())]
    faults += [f"{name} in {each['kind']} {each['metadata']['name']}" for each in manifests for name in bare.findall(json.dumps(each))]
    before, after = ([each["spec"] for each in all if each["kind"] == "PrometheusRule"][0] for all in (plain, manifests))
    renamed = bare.sub(lambda name: f"heapsight_{name[0]}", json.dumps(before))
    if json.loads(renamed) != after:
        faults.append("the PrometheusRule differs in more than names")
    manual = Path("docs/metrics.md").read_text()
    doubled = document("k8s/monitoring/drop-doubled.yaml")["podMonitor"]["metricRelabelings"]
    [drop] = [re.compile(each["regex"]) for each in doubled]
    families = re.findall(r"^\| `(\w+)` \|", manual, re.MULTILINE)
    dropped = [name for name in families if drop.fullmatch(name)]
    faults += [f"drop-doubled.yaml drops {name}" for name in dropped if name.startswith("heapsight_")]
    faults += [f"drop-doubled.yaml keeps {name}" for name in ("jvm_memory_used_bytes", "jvm_gc_collection_seconds", "jvm_threads_current",
                                                             "process_cpu_seconds_total") if name not in dropped]
    [monitor] = [each for each in rendered([*EVERYTHING, "--values", "k8s/monitoring/drop-doubled.yaml"]) if each["kind"] == "PodMonitor"]
    if monitor["spec"]["podMetricsEndpoints"][0].get("metricRelabelings") != doubled:
        faults.append("podMonitor.metricRelabelings is not in the PodMonitor")
    stop_on(faults)


def packaged():
    """The chart of a release has its version and names its image; the chart of a checkout says that no registry has its image."""
    digest = f"sha256:{'5' * 64}"
    with tempfile.TemporaryDirectory() as folder:
        script = Path("k8s/package").absolute()
        subprocess.run([script, "9.8.7", "registry.example/team/heapsight", digest], cwd=folder, check=True, capture_output=True)
        package = f"{folder}/heapsight-9.8.7.tgz"
        sidecar, _ = injected(rendered([], chart=package), "none")
        labels = hook(rendered([], chart=package))["metadata"]["labels"]
        with tarfile.open(package) as archive:
            members = {Path(each).name for each in archive.getnames()}
        released = notes(package)
    hint = "is in no registry"
    stop_on(
        ([] if sidecar["image"] == f"registry.example/team/heapsight:9.8.7@{digest}" else [sidecar["image"]])
        + ([] if labels["helm.sh/chart"] == "heapsight-9.8.7" else [labels["helm.sh/chart"]])
        + [f"{name} is not in the package" for name in ("README.md", "overview.json", "heapsight.rules.yaml") if name not in members]
        + ([f"a released chart says: {released}"] if hint in released else [])
        + ([] if hint in notes(CHART) else [f"that of a checkout says: {notes(CHART)}"])
    )


def notes(chart):
    return ran("helm", "install", "heapsight", chart, "--dry-run=client").partition("NOTES:")[2]


def refused():
    """The chart's schema refuses invalid values."""
    wrong = ["injection=webhook", "user.uid=root", "env.PORT=1", "env.HEAPSIGHT_PORT=none", "podMonitor.interval=often", "networkpolicy.enabled=true",
             "podMonitor.enabled=often", "podMonitor.relabelings[0].sourcelabels={a}", "servicemonitor.enabled=true", "imagePullSecrets[0]=registry",
             "imagePullSecrets[0].secret=registry", "extraEnv[0].valuefrom.x=1", "extraVolumes[0].configMap.name=a", "commonLabels.team.name=a",
             "dashboards.folders=JVM", "analysis.mode=pod", "env.HEAPSIGHT_ANALYSIS=job", "metricNames=short", "env.HEAPSIGHT_METRIC_NAMES=prefixed", "image.digest=latest", "fullnameOverride=No_Name", "tls.secret=certificate"]
    accepted = [each for each in wrong if subprocess.run(
        ["helm", "template", CHART, "--set", each], capture_output=True, check=False).returncode == 0]
    stop_on([f"--set {each} is accepted" for each in accepted])


if __name__ == "__main__":
    globals()[sys.argv[1]]()
