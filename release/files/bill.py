# SPDX-License-Identifier: Apache-2.0
"""What a release bundles: bill.py merge BOM PART... writes a CycloneDX bill of materials from those of the modules, with what Maven does not
know; bill.py notices BOM ROOT writes NOTICE and licenses/ of the program in ROOT, and fails if a jar in it is missing from the bill."""

import json
import re
import sys
import zipfile
from pathlib import Path

TEXTS = re.compile(r"(META-INF/)?(LICEN[CS]E|NOTICE|COPYING|COPYRIGHT|about)[^/]*", re.IGNORECASE)
RUNTIME = "the Java runtime"


def property_of(name):
    return re.search(f"<{name}>(.*?)</{name}>", Path("pom.xml").read_text())[1]


def unpacked():
    """Parts of jars that the build unpacks."""
    yield "org.webjars.npm", "uplot", property_of("uplot.version"), "MIT"
    yield "tools.profiler", "async-profiler", property_of("async.profiler.version"), "Apache-2.0"


def merge(bill, *parts):
    documents = [json.loads(Path(each).read_text()) for each in parts]
    components, dependencies = {}, {}
    for document in documents:
        components |= {each["bom-ref"]: each for each in document["components"]}
        for each in document["dependencies"]:
            dependencies.setdefault(each["ref"], set()).update(each.get("dependsOn", []))
    for group, name, version, licence in unpacked():
        purl = f"pkg:maven/{group}/{name}@{version}?type=jar"
        components.setdefault(purl, {
            "type": "library", "bom-ref": purl, "group": group, "name": name, "version": version, "purl": purl,
            "licenses": [{"license": {"id": licence}}],
        })
    whole = documents[0] | {
        "components": [components[each] for each in sorted(components)],
        "dependencies": [{"ref": each, "dependsOn": sorted(dependencies[each])} for each in sorted(dependencies)],
    }
    Path(bill).write_text(json.dumps(whole, indent=2) + "\n")


def licences_of(component):
    found = [each.get("license", {}) for each in component.get("licenses", [])]
    names = [each.get("id") or each.get("name") for each in found] + [each["expression"] for each in component.get("licenses", []) if "expression" in each]
    return ", ".join(each for each in names if each)


def texts_of(jar, folder):
    """Writes the licences and notices in a jar; returns their names."""
    with zipfile.ZipFile(jar) as archive:
        for entry in sorted(archive.namelist()):
            if TEXTS.fullmatch(entry) and not entry.endswith((".class", "/")):
                folder.mkdir(parents=True, exist_ok=True)
                file = folder / Path(entry).name
                file.write_bytes(archive.read(entry))
                yield file.name


def text_of(name, version, root):
    """Copies the licence of an unpacked part, unless it is that of the program."""
    text = Path(__file__).with_name(f"{name}.LICENSE")
    if not text.is_file():
        return ""
    folder = root / "licenses" / f"{name}-{version}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "LICENSE").write_text(text.read_text())
    return f"licenses/{folder.name}/"


def runtime_of(root):
    """The version and the legal notices of the runtime, if the program has one."""
    release = root / "jre/release"
    if release.is_file():
        values = dict(re.findall(r'^(\w+)="(.*)"$', release.read_text(), re.MULTILINE))
        yield f"{RUNTIME}: {values.get('IMPLEMENTOR', 'OpenJDK')} {values['JAVA_VERSION']}", "GPL-2.0-with-classpath-exception", "jre/legal/"


def jars_of(root, bill):
    components = {f"{each['name']}-{each['version']}.jar": each for each in json.loads(Path(bill).read_text())["components"]}
    own = {"heapsight.jar", "heapsight-mcp.jar"}
    for jar in sorted(root.glob("app/**/*.jar"), key=lambda each: each.name):
        if jar.name in own or jar.name.startswith("heapsight-heap-"):
            continue
        if jar.name not in components:
            sys.exit(f"bill.py: {jar} is missing from {bill}")
        component = components[jar.name]
        licence = licences_of(component)
        if not licence:
            sys.exit(f"bill.py: no licence of {jar.name} is known")
        texts = sorted(texts_of(jar, root / "licenses" / jar.stem))
        yield f"{component.get('group', '')}:{component['name']} {component['version']}", licence, f"licenses/{jar.stem}/" if texts else ""


def notices(bill, root):
    root = Path(root)
    rows = [*dict.fromkeys(jars_of(root, bill)), *runtime_of(root)]
    rows += [(f"{group}:{name} {version} (a part)", licence, text_of(name, version, root)) for group, name, version, licence in unpacked()
             if name != "async-profiler" or (root / "app/native").is_dir()]
    lines = [f"{name}\n    {licence}{', ' + texts if texts else ''}" for name, licence, texts in rows]
    head = "heapsight\nCopyright the heapsight authors\nLicensed under the Apache License, Version 2.0: LICENSE\n\nThis program contains:\n\n"
    (root / "NOTICE").write_text(head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    {"merge": merge, "notices": notices}[sys.argv[1]](*sys.argv[2:])
