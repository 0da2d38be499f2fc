# SPDX-License-Identifier: Apache-2.0
"""Compares what a Collector receives with /metrics and with the semantic conventions, started by tests/otel-collector:
otel_collector.py COLLECTOR JAVA JAR SEMCONV
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

OTLP, PAGE = 24318, 29404
SECONDS = 60

# Metric of the conventions, and the family with the same figure. Only those that are constant for a sleeping target.
SAME = {
    "jvm.class.loaded": "jvm_classes_loaded_total",
    "jvm.class.unloaded": "jvm_classes_unloaded_total",
    "jvm.class.count": "jvm_classes_currently_loaded",
    "jvm.thread.count": "jvm_threads_current",
    "process.thread.count": "process_threads",
    "jvm.memory.used": "jvm_memory_pool_used_bytes",
    "jvm.memory.committed": "jvm_memory_pool_committed_bytes",
    "jvm.memory.limit": "jvm_memory_pool_max_bytes",
}
SLEEPER = "class Sleeper { public static void main(String[] a) throws Exception { Thread.sleep(Long.MAX_VALUE); } }"
CONFIG = """
receivers: {{otlp: {{protocols: {{http: {{endpoint: "127.0.0.1:{port}"}}}}}}}}
exporters: {{file: {{path: "{path}", flush_interval: 200ms}}}}
service:
  telemetry: {{metrics: {{level: none}}}}
  pipelines: {{metrics: {{receivers: [otlp], exporters: [file]}}}}
"""


def value(point):
    return float(point.get("asInt", point.get("asDouble", 0)))


def last_push(text):
    """The metrics of the last push, from the Collector's lines of JSON; the last one may be incomplete."""
    for line in reversed(text.splitlines()):
        with contextlib.suppress(json.JSONDecodeError):
            [resource, *_] = json.loads(line)["resourceMetrics"]
            return [metric for scope in resource["scopeMetrics"] for metric in scope["metrics"]]
    return []


def received(metrics):
    """The sum of each metric's points."""
    return {metric["name"]: sum(value(point) for point in (metric.get("sum") or metric.get("gauge"))["dataPoints"])
            for metric in metrics if "histogram" not in metric}


def scraped(text):
    """The sum of each family's series."""
    sums = {}
    for name, number in re.findall(r"^(\w+)(?:\{.*\})? (\S+)$", text, re.MULTILINE):
        sums[name] = sums.get(name, 0) + float(number)
    return sums


def differences(pushed, page):
    for metric, family in SAME.items():
        if metric not in pushed:
            yield f"{metric} did not arrive"
        elif pushed[metric] != page.get(family):
            yield f"{metric} is {pushed[metric]}, {family} is {page.get(family)}"


def conventions(semconv):
    """Name of each metric to its unit and instrument, from the packages of the semantic conventions."""
    known = {}
    # The last version that is generated with the metrics of the JVM, which have been stable since.
    text = Path(semconv, "v1.27.0/metric.go").read_text()
    for name, unit in re.findall(r'Name += "(jvm\.[^"]+)"\n\s+\w+Unit += "([^"]*)"', text):
        known[name] = (unit, None)
    for package in ("processconv", "containerconv"):
        text = Path(semconv, f"v1.41.0/{package}/metric.go").read_text()
        for body in re.split(r"^type (?=\w+ struct)", text, flags=re.MULTILINE):
            instrument = re.search(r"\tmetric\.(?:Int64|Float64)(?:Observable)?(\w+)\n", body)
            name, unit = (re.search(rf'\) {method}\(\) string {{\n\treturn "([^"]*)"', body) for method in ("Name", "Unit"))
            if instrument and name and unit:
                known[name[1]] = (unit[1], instrument[1])
    return known


def instrument(metric):
    if "sum" not in metric:
        return "Histogram" if "histogram" in metric else "Gauge"
    return "Counter" if metric["sum"].get("isMonotonic") else "UpDownCounter"


def deviations(metrics, known):
    for metric in metrics:
        unit, kind = known.get(metric["name"], (None, None))
        if unit is None:
            yield f"{metric['name']} is not in the semantic conventions"
        elif (metric["unit"], instrument(metric)) != (unit, kind or instrument(metric)):
            yield f"{metric['name']} is {instrument(metric)} in {metric['unit']}; the semantic conventions have {kind} in {unit}"


def page():
    with urllib.request.urlopen(f"http://127.0.0.1:{PAGE}/metrics", timeout=5) as answer:
        return answer.read().decode()


@contextlib.contextmanager
def running(command, **environment):
    process = subprocess.Popen(command, env=os.environ | environment)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def main(collector, java, jar, semconv):
    with tempfile.TemporaryDirectory() as folder:
        pushes, config, sleeper = Path(folder, "pushes.json"), Path(folder, "config.yaml"), Path(folder, "Sleeper.java")
        config.write_text(CONFIG.format(port=OTLP, path=pushes))
        sleeper.write_text(SLEEPER)
        subprocess.run([f"{java}c", "-d", folder, sleeper], check=True)
        with (running([collector, f"--config={config}"]),
              running([java, "-Xmx16m", "-XX:+UseSerialGC", "-cp", folder, "Sleeper"]) as target,
              running([java, "-Xmx64m", "--enable-native-access=ALL-UNNAMED", "-jar", jar, "serve"], HEAPSIGHT_PORT=str(PAGE),
                      HEAPSIGHT_BIND="127.0.0.1", HEAPSIGHT_TARGET=str(target.pid), HEAPSIGHT_DATA_DIR=folder,
                      HEAPSIGHT_OTLP_ENDPOINT=f"http://127.0.0.1:{OTLP}", OTEL_METRIC_EXPORT_INTERVAL="1000")):
            end, found, metrics = time.monotonic() + SECONDS, ["nothing arrived"], []
            while found and time.monotonic() < end:
                time.sleep(0.5)
                with contextlib.suppress(OSError):
                    metrics = last_push(pushes.read_text())
                    found = list(differences(received(metrics), scraped(page())))
    found += deviations(metrics, conventions(semconv))
    if found:
        sys.exit("\n".join(found))
    print(f"ok: {len(SAME)} figures of the Collector equal those of /metrics, {len(metrics)} metrics are those of the semantic conventions")


if __name__ == "__main__":
    main(*sys.argv[1:])
