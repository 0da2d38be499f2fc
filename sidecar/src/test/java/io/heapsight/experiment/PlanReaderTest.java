/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.run.GarbageCountMethod;
import io.heapsight.yaml.YamlException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanReaderTest {
    private static final String LEVELS =
            """
            target: Shop
            warmUp: 30s
            duration: 5m
            repetitions: 2
            garbage: true
            arms:
              - name: INFO
                switch:
                  url: http://localhost:8080/loggers
                  body: '{"level":"INFO"}'
              - name: WARN
                switch:
                  command: [set-level, WARN]
            """;

    @Test
    void everyPlanKeyIsRead() throws YamlException {
        ExperimentPlan plan = PlanReader.read(LEVELS);

        assertThat(plan.target()).contains("Shop");
        assertThat(plan.warmUp()).isEqualTo(Duration.ofSeconds(30));
        assertThat(plan.load()).isEqualTo(new ExperimentPlan.Period(Duration.ofMinutes(5)));
        assertThat(plan.garbage()).isEqualTo(GarbageCountMethod.HISTOGRAMS);
        Step info =
                SampleSteps.request(
                        "POST",
                        URI.create("http://localhost:8080/loggers"),
                        "application/json",
                        "{\"level\":\"INFO\"}");
        assertThat(plan.arms())
                .containsExactly(
                        new ExperimentPlan.Arm("INFO", info),
                        new ExperimentPlan.Arm(
                                "WARN", SampleSteps.command(List.of("set-level", "WARN"))));
        assertThat(plan.restore()).as("the first arm's").isEqualTo(info);
        assertThat(plan.turns())
                .extracting(turn -> turn.run().text())
                .containsExactly("INFO#1", "WARN#1", "WARN#2", "INFO#2");
        assertThat(plan.length()).isEqualTo(Duration.ofMinutes(22));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "warmUp: 30s | warmup: 30s | line 2: unknown key \"warmup\": did you mean warmUp?",
                "duration: 5m | duration: 13h | line 3: \"13h\": out of bounds",
                "duration: 5m | duration: soon | line 3: \"soon\": not a duration",
                "repetitions: 2 | repetitions: 51 | line 4: \"51\": not a whole number from 1 to"
                        + " 50",
                "repetitions: 2 | garbage: true | line 5: \"garbage\": given twice",
                "name: WARN | name: W#1 | line 11: \"W#1\": not an arm name",
                "name: WARN | name: INFO | line 11: \"INFO\": duplicate arm INFO",
                "url: http | url: ftp | line 9: \"ftp://localhost:8080/loggers\": not a URL",
                "localhost:8080 | me:pw@localhost | line 9:",
                "localhost:8080 | localhost:99999 | line 9:",
                "command: [set-level, WARN] | command: set | line 13: \"command\" is not a list",
                "command: [set-level, WARN] | body: x | line 13: a step has either a url or a"
                        + " command",
                "garbage: true | garbage: maybe | line 5: \"maybe\": not true, false or dump",
                "garbage: true | profile: gpu | line 5: \"gpu\": not cpu, alloc, lock, wall",
                "garbage: true | profileSeconds: 9 | line 5: \"9\": needs a profile: add profile: cpu",
                "[set-level, WARN] | [set-level | not YAML"
            })
    void whatIsWrongIsSaidWithItsLine(String right, String wrong, String message) {
        String yaml = LEVELS.replaceFirst(Pattern.quote(right), wrong);

        assertThat(yaml).isNotEqualTo(LEVELS);
        assertThatThrownBy(() -> PlanReader.read(yaml))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining(message);
    }

    @Test
    void profileIsThatOfEachRun() throws YamlException {
        assertThat(PlanReader.read(LEVELS).profile()).isEmpty();
        assertThat(PlanReader.read("profile: alloc\n" + LEVELS).profile())
                .contains(new ProfileRequest(ProfileEvent.ALLOC, 30));
        assertThat(PlanReader.read("profile: cpu\nprofileSeconds: 290\n" + LEVELS).profile())
                .contains(new ProfileRequest(ProfileEvent.CPU, 290));
        assertThat(PlanReader.read("profile: wall\nprofileSeconds: 900\n" + JOB).profile())
                .contains(new ProfileRequest(ProfileEvent.WALL, 900));
        String tooShort = "profile: cpu\n" + LEVELS.replace("duration: 5m", "duration: 39s");
        assertThatThrownBy(() -> PlanReader.read(tooShort))
                .hasMessageContaining(
                        "line 4: \"39s\": too short for a profile of 30 s, which needs a run of 40 s");
    }

    private static final String JOB =
            """
            repetitions: 6
            lines: {command: [count-lines]}
            restart:
              command: [docker, restart, export]
            ready:
              url: http://localhost:8080/health
              status: 204
            work:
              start:
                url: http://localhost:8080/jobs
              end:
                still: 5s
              records:
                url: http://localhost:8080/metrics
                metric: orders_total
              jobs: 2
              timeout: 10m
              warmUp: steady
            arms:
              - name: INFO
                switch:
                  url: http://localhost:8080/loggers
              - name: WARN
                switch:
                  command: [set-level, WARN]
            """;

    private static Step request(String method, String path) {
        URI url = URI.create("http://localhost:8080" + path);
        return SampleSteps.request(method, url, "application/json", "");
    }

    @Test
    void everyWorkKeyIsRead() throws YamlException {
        ExperimentPlan plan = PlanReader.read(JOB);

        assertThat(plan.restart())
                .contains(SampleSteps.command(List.of("docker", "restart", "export")));
        assertThat(plan.ready())
                .contains(
                        new PollCondition(
                                request("GET", "/health"), OptionalInt.of(204), Optional.empty()));
        assertThat(plan.load())
                .isEqualTo(
                        new MeasuredJob(
                                request("POST", "/jobs"),
                                new MeasuredJob.End.Still(Duration.ofSeconds(5)),
                                Optional.of(
                                        new MeasuredJob.Records.Asked(
                                                new ReportedNumber(
                                                        request("GET", "/metrics"),
                                                        Optional.of("orders_total")))),
                                OptionalInt.of(2),
                                Duration.ofMinutes(10),
                                new MeasuredJob.WarmUp.Steady()));
        assertThat(plan.lines())
                .contains(
                        new ReportedNumber(
                                SampleSteps.command(List.of("count-lines")), Optional.empty()));
        assertThat(plan.leastLength()).isEmpty();
        assertThat(plan.steps()).as("everything that the rules must allow").hasSize(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "repetitions: 6 | duration: 5m | line 1: a run needs either a duration or work"
                        + " that ends it",
                "status: 204 | status: up | line 7: \"up\": not a whole number from 1 to 599",
                "timeout: 10m | timeout: 13h | line 17: \"13h\": out of bounds",
                "warmUp: steady | warmUp: 0 | line 18: \"0\": not a whole number from 1 to 1000",
                "jobs: 2 | job: 2 | line 16: unknown key \"job\": did you mean jobs?",
                "status: 204 | body: x | line 7: \"x\": a GET has no body (method: POST?)",
                "still: 5s | exit: true | line 18: \"steady\": a target that ends with its job can't"
                        + " be warmed up",
                "metric: | metrics: | line 15: unknown key \"metrics\": did you mean metric?"
            })
    void whatIsWrongWithTheWorkIsSaidWithItsLine(String right, String wrong, String message) {
        String yaml = JOB.replaceFirst(Pattern.quote(right), wrong);

        assertThatThrownBy(() -> PlanReader.read(yaml))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining(message);
    }

    @Test
    void stallNeedsASourceOfRecords() {
        String known = JOB.replaceFirst("(?s)records:.*?  jobs", "records: 300\n  jobs");

        assertThatThrownBy(() -> PlanReader.read(known))
                .hasMessage(
                        "line 12: still needs records with a url or a command that reports them");
    }

    @Test
    void mediaTypeIsOneLine() {
        String yaml = LEVELS.replaceFirst("body:", "contentType: \"a\\\\r\\\\nX: b\"\n      body:");

        assertThatThrownBy(() -> PlanReader.read(yaml))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("line 10:")
                .hasMessageContaining("not a media type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- "})
    void planThatIsNestedWithoutEndIsRefused(String opening) {
        assertThatThrownBy(() -> PlanReader.read(opening.repeat(15_000)))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void singleArmIsRefused() {
        String one = LEVELS.substring(0, LEVELS.indexOf("  - name: WARN"));

        assertThatThrownBy(() -> PlanReader.read(one)).hasMessageContaining("2 to 5 arms, not 1");
        assertThatThrownBy(() -> PlanReader.read("")).hasMessage("line 1: it is empty");
        assertThatThrownBy(() -> PlanReader.read("- 1"))
                .hasMessage("line 1: not an experiment, which has keys and values");
    }

    @Test
    void stepWithBothUrlAndCommandIsRefused() {
        String both = LEVELS.replace("command:", "url: http://localhost/\n      command:");

        assertThatThrownBy(() -> PlanReader.read(both))
                .hasMessage("line 13: a step has either a url or a command");
    }

    @Test
    void exampleOfTheManualIsAPlan() throws IOException, YamlException {
        String manual = Files.readString(Path.of("..", "docs", "experiments.md"));
        String[] blocks = manual.split("```yaml\n", -1);

        ExperimentPlan plan = PlanReader.read(blocks[1].substring(0, blocks[1].indexOf("```")));
        ExperimentPlan jobs = PlanReader.read(blocks[2].substring(0, blocks[2].indexOf("```")));

        assertThat(jobs.load()).isInstanceOf(MeasuredJob.class);
        assertThat(plan.arms())
                .extracting(ExperimentPlan.Arm::name)
                .containsExactly("INFO", "WARN");
        assertThat(plan.repetitions()).isEqualTo(4);
    }
}
