/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachRemedies;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Problem.Kind;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Selects JVMs among the visible ones: by pid, by name, the only one, or all. */
public sealed interface TargetSelector {
    /** The remedy if the selected JVM is not visible but others are. */
    String SELECT_ONE =
            "select one by its pid or main class: HEAPSIGHT_TARGET=PID, ?target=PID, or the"
                    + " command's PID";

    /** No selection: the only JVM if one is required, all JVMs if several are allowed. */
    record Unnamed() implements TargetSelector {
        @Override
        public boolean matches(TargetJvm jvm) {
            return true;
        }
    }

    /** All JVMs. */
    record Every() implements TargetSelector {
        @Override
        public boolean matches(TargetJvm jvm) {
            return true;
        }
    }

    /** The JVM with this pid, as the sidecar sees it. */
    record ByPid(int pid) implements TargetSelector {
        @Override
        public boolean matches(TargetJvm jvm) {
            return jvm.pid() == pid;
        }
    }

    /** The JVMs whose main class, jar or name matches; {@code *} and {@code ?} are wildcards. */
    record ByName(String glob) implements TargetSelector {
        @Override
        public boolean matches(TargetJvm jvm) {
            Pattern pattern = pattern(glob);
            return pattern.matcher(jvm.name()).matches()
                    || jvm.mainClass().toOptional().stream()
                            .anyMatch(name -> pattern.matcher(name).matches());
        }
    }

    /**
     * Parses a selector: "" for no selection, "*" for all JVMs, digits for a pid, anything else for
     * a name with wildcards.
     */
    static TargetSelector parse(String text) {
        String wanted = text.strip();
        if (wanted.isEmpty()) {
            return new Unnamed();
        }
        if (wanted.equals("*")) {
            return new Every();
        }
        return wanted.matches("\\d{1,9}")
                ? new ByPid(Integer.parseInt(wanted))
                : new ByName(wanted);
    }

    boolean matches(TargetJvm jvm);

    /** Returns the selected JVMs: at most one for a pid, any number otherwise. */
    default List<TargetJvm> all(List<TargetJvm> inSight) {
        return inSight.stream().filter(this::matches).toList();
    }

    /**
     * Returns the single selected JVM.
     *
     * @throws ProblemException if there is none, or if there are several, with their list
     */
    default TargetJvm one(List<TargetJvm> inSight) throws ProblemException {
        List<TargetJvm> found = all(inSight);
        if (found.size() > 1) {
            throw new ProblemException(several(found));
        }
        if (found.isEmpty()) {
            throw new ProblemException(none(inSight));
        }
        return found.getFirst();
    }

    private static Problem several(List<TargetJvm> found) {
        return new Problem(Kind.CONFLICT, "Several JVMs are visible", list(found), SELECT_ONE);
    }

    private Problem none(List<TargetJvm> inSight) {
        String wanted =
                switch (this) {
                    case Unnamed _, Every _ -> "no JVM is visible";
                    case ByPid(int pid) -> "no visible JVM has the pid " + pid;
                    case ByName(String glob) -> "no visible JVM is called " + glob;
                };
        return new Problem(
                Kind.NOT_FOUND,
                "Unknown JVM",
                inSight.isEmpty() ? wanted : wanted + "; there are: " + list(inSight),
                (inSight.isEmpty() ? "start it, or " : SELECT_ONE + "; if it is none of these, ")
                        + AttachRemedies.SHARE_PROCESSES);
    }

    private static String list(List<TargetJvm> found) {
        return found.stream().map(TargetJvm::label).collect(Collectors.joining(", "));
    }

    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
