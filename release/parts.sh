# shellcheck shell=bash disable=SC2034 # variables of the scripts that source it
# What the archives of a release have in common; sourced in the root of the checkout. Every file gets the time of the jars' entries, so that
# two builds of a commit are equal.

version=$(release/version)
time=$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</project.build.outputTimestamp>:\1:p' pom.xml)

# An up-to-date build is used, as in the Dockerfile.
build_program() {
    local here=.
    . .mvn/stale.sh
    if stale || stale_mcp; then
        ./mvnw -q -pl heap-engine,sidecar,mcp -Dmaven.test.skip=true -Dchecks.skip=true package
    fi
}

# program ROOT: the jars, their licences, and the script that starts them.
program() {
    rm -rf "$1"
    mkdir -p "$1/bin"
    cp -a sidecar/target/heapsight "$1/app"
    rm -f "$1/app/analyze.aot"
    cp -a mcp/target/mcp "$1/app/mcp"
    cp sidecar/src/main/sh/launch "$1/app/"
    cp sidecar/src/main/sh/heapsight "$1/bin/"
    cp LICENSE "$1/"
}

# manuals ROOT: the manual page and completions, made by the program.
manuals() {
    mkdir -p "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/fish/vendor_completions.d"
    "$1/bin/heapsight" manual >"$1/share/man/man1/heapsight.1"
    "$1/bin/heapsight" completion bash >"$1/share/bash-completion/completions/heapsight"
    "$1/bin/heapsight" completion fish >"$1/share/fish/vendor_completions.d/heapsight.fish"
}

# stamp ROOT
stamp() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch --no-dereference --date "$time" {} +
}

# pack NAME: target/release/NAME.tar.gz of target/release/NAME
pack() {
    stamp "target/release/$1"
    tar -C target/release --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -c "$1" | gzip -9n >"target/release/$1.tar.gz"
    echo "target/release/$1.tar.gz"
}

# plugin IMAGE FOLDER: the plugin of kubectl, which starts ephemeral containers of this image.
plugin() {
    sed "s|^image=.*|image=\${KUBECTL_HEAPSIGHT_IMAGE:-$1}|" kubectl/kubectl-heapsight >"$2/kubectl-heapsight"
    chmod +x "$2/kubectl-heapsight"
}
