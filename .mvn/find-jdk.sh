# Sourced by ./mvnw and ./heapsight: sets JAVA_HOME to a JDK of version 25 or newer, or says what is missing.

# Prints the feature version of the JDK at $1, from its release file; nothing if it is no full JDK.
jdk_version() {
    [ -x "$1/bin/javac" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

find_jdk() {
    javac_home=$(command -v javac 2>/dev/null) && javac_home=$(dirname "$(dirname "$(readlink -f "$javac_home")")")
    for home in "${HEAPSIGHT_JDK:-}" "${JAVA_HOME:-}" "$javac_home" \
        /usr/lib/jvm/* /opt/java/openjdk /opt/jdk* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        version=$(jdk_version "$home") || continue
        if [ "${version:-0}" -ge 25 ]; then
            JAVA_HOME=$home
            export JAVA_HOME
            return
        fi
    done
    echo "heapsight: no JDK 25 found in HEAPSIGHT_JDK, JAVA_HOME, PATH, /usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks." >&2
    echo "heapsight: install one beside other JDKs (for example temurin-25-jdk), or set HEAPSIGHT_JDK to its folder." >&2
    exit 1
}
find_jdk
