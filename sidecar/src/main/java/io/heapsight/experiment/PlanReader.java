/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.GarbageCount;
import io.heapsight.run.RunName;
import io.heapsight.unit.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the plan of an experiment, which is YAML. Whatever is wrong, it says in which line. */
public final class PlanReader {
    private static final int MOST_PORT = 65_535;
    private static final int MOST_CHARS = 256 * 1024;
    private static final int MOST_ARMS = 5;
    private static final int MOST_REPETITIONS = 50;
    private static final int MOST_WORDS = 100;
    private static final Duration LONGEST_RUN = Duration.ofHours(12);
    private static final Duration LONGEST_WARM_UP = Duration.ofHours(2);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");

    private PlanReader() {}

    /**
     * Reads.
     *
     * @throws PlanException when it is no plan
     */
    public static Plan read(String yaml) throws PlanException {
        if (yaml.length() > MOST_CHARS) {
            throw new PlanException(1, "longer than " + MOST_CHARS + " characters");
        }
        LoadSettings settings =
                LoadSettings.builder()
                        .setMaxAliasesForCollections(0)
                        .setCodePointLimit(MOST_CHARS)
                        .build();
        try {
            Optional<Node> top = new Compose(settings).composeString(yaml);
            if (top.isEmpty()) {
                throw new PlanException(1, "it is empty");
            }
            return plan(YamlMap.of(top.get(), "an experiment"));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw because(new PlanException(line, "not YAML: " + e.getProblem()), e);
        } catch (StackOverflowError _) {
            throw new PlanException(1, "nested too deeply");
        } catch (YamlEngineException e) {
            throw because(new PlanException(1, "not YAML: " + e.getMessage()), e);
        }
    }

    private static Plan plan(YamlMap map) throws PlanException {
        map.only("target", "warmUp", "duration", "repetitions", "garbage", "arms", "restore");
        List<Plan.Arm> arms = arms(map);
        Plan plan =
                new Plan(
                        map.find("target").map(YamlMap.Value::text),
                        map.find("warmUp").isEmpty()
                                ? Duration.ZERO
                                : duration(map.get("warmUp"), Duration.ZERO, LONGEST_WARM_UP),
                        duration(map.get("duration"), Duration.ofSeconds(1), LONGEST_RUN),
                        number(map.get("repetitions"), MOST_REPETITIONS),
                        garbage(map),
                        arms,
                        map.has("restore")
                                ? step(YamlMap.of(map.node("restore"), "a step"))
                                : arms.getFirst().step());
        return plan;
    }

    private static List<Plan.Arm> arms(YamlMap map) throws PlanException {
        List<Plan.Arm> arms = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Node node : map.list("arms")) {
            YamlMap arm = YamlMap.of(node, "an arm");
            arm.only("name", "switch");
            YamlMap.Value name = arm.get("name");
            if (name.text().contains("#") || !name.text().matches(RunName.PATTERN)) {
                throw name.wrong("not the name of an arm (expected letters, digits, . _ -)");
            }
            if (!names.add(name.text())) {
                throw name.wrong("there is another arm " + name.text());
            }
            arms.add(new Plan.Arm(name.text(), step(YamlMap.of(arm.node("switch"), "a step"))));
        }
        if (arms.size() < 2 || arms.size() > MOST_ARMS) {
            throw new PlanException(
                    map.line(), "2 to %d arms, not %d".formatted(MOST_ARMS, arms.size()));
        }
        return arms;
    }

    private static Step step(YamlMap map) throws PlanException {
        map.only("url", "method", "contentType", "body", "command");
        if (map.has("command") == map.has("url")) {
            throw new PlanException(map.line(), "a step has either a url or a command");
        }
        if (map.has("command")) {
            map.only("command");
            return command(map);
        }
        YamlMap.Value url = map.get("url");
        YamlMap.Value method = map.find("method").orElse(new YamlMap.Value("POST", url.line()));
        String name = method.text().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(name)) {
            throw method.wrong("not a method (expected GET, POST, PUT or DELETE)");
        }
        return new Step.Request(
                name,
                url(url),
                contentType(map),
                map.find("body").map(YamlMap.Value::text).orElse(""));
    }

    private static Step command(YamlMap map) throws PlanException {
        List<String> words = new ArrayList<>();
        for (Node node : map.list("command")) {
            words.add(YamlMap.Value.of(node).text());
        }
        if (words.isEmpty() || words.size() > MOST_WORDS || words.getFirst().isBlank()) {
            throw new PlanException(
                    map.line(), "a command is a list of 1 to %d words".formatted(MOST_WORDS));
        }
        return new Step.Command(words);
    }

    private static String contentType(YamlMap map) throws PlanException {
        if (map.find("contentType").isEmpty()) {
            return "application/json";
        }
        YamlMap.Value value = map.get("contentType");
        if (!value.text().matches("[\\x20-\\x7e]{1,200}")) {
            throw value.wrong("not a media type (expected application/json, text/plain, …)");
        }
        return value.text();
    }

    private static URI url(YamlMap.Value value) throws PlanException {
        try {
            URI url = URI.create(value.text());
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http
                    && url.getHost() != null
                    && url.getPort() <= MOST_PORT
                    && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw because(notUrl(value), e);
        }
        throw notUrl(value);
    }

    private static PlanException notUrl(YamlMap.Value value) {
        return value.wrong("not a URL (expected http://localhost:8080/…, no password in it)");
    }

    private static Duration duration(YamlMap.Value value, Duration least, Duration most)
            throws PlanException {
        String expected = "(expected %s to %s)".formatted(shown(least), shown(most));
        Duration duration;
        try {
            duration = Durations.parse(value.text());
        } catch (IllegalArgumentException e) {
            throw because(value.wrong("not a duration " + expected), e);
        }
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw value.wrong("out of bounds " + expected);
        }
        return duration;
    }

    private static String shown(Duration duration) {
        return duration.compareTo(Duration.ofHours(1)) < 0
                ? duration.toSeconds() + "s"
                : duration.toHours() + "h";
    }

    private static int number(YamlMap.Value value, int most) throws PlanException {
        String text = value.text();
        int number = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > most) {
            throw value.wrong("not a whole number from 1 to " + most);
        }
        return number;
    }

    private static GarbageCount garbage(YamlMap map) throws PlanException {
        if (map.find("garbage").isEmpty()) {
            return GarbageCount.NONE;
        }
        YamlMap.Value value = map.get("garbage");
        return GarbageCount.of(value.text())
                .orElseThrow(() -> value.wrong("not true, false or dump"));
    }

    private static PlanException because(PlanException wrong, Exception cause) {
        wrong.initCause(cause);
        return wrong;
    }
}
