/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlMap;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the measured job of a plan: its start, and the condition of its end. */
final class MeasuredJobReader {
    private static final Duration USUAL_TIMEOUT = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final Duration LONGEST_STILL = Duration.ofMinutes(10);
    private static final int MOST_RECORDS = 999_999_999;
    private static final int MOST_JOBS = 10_000;
    private static final int MOST_WARM_UP = 1000;

    private MeasuredJobReader() {}

    static MeasuredJob read(YamlMap map) throws YamlException {
        map.only("start", "end", "records", "jobs", "timeout", "warmUp");
        Optional<MeasuredJob.Records> records =
                map.has("records") ? Optional.of(records(map)) : Optional.empty();
        return new MeasuredJob(
                StepReader.step(map, "start"),
                end(map, records),
                records,
                map.has("jobs")
                        ? OptionalInt.of(map.get("jobs").number(MOST_JOBS))
                        : OptionalInt.empty(),
                map.has("timeout")
                        ? map.get("timeout").duration(Duration.ofSeconds(1), LONGEST)
                        : USUAL_TIMEOUT,
                map.has("warmUp") ? warmUp(map.get("warmUp")) : new MeasuredJob.WarmUp.Jobs(0));
    }

    private static MeasuredJob.End end(YamlMap map, Optional<MeasuredJob.Records> records)
            throws YamlException {
        if (!map.has("end")) {
            return new MeasuredJob.End.Started();
        }
        YamlMap end = map.map("end", "an end");
        if (end.has("exit")) {
            return exit(map, end);
        }
        if (!end.has("still")) {
            return new MeasuredJob.End.Seen(StepReader.condition(map, "end"));
        }
        end.only("still");
        if (!(records.orElse(null) instanceof MeasuredJob.Records.Asked)) {
            throw new YamlException(
                    end.line(), "still needs records with a url or a command that reports them");
        }
        return new MeasuredJob.End.Still(
                end.get("still").duration(Duration.ofSeconds(1), LONGEST_STILL));
    }

    private static MeasuredJob.End exit(YamlMap map, YamlMap end) throws YamlException {
        end.only("exit");
        YamlMap.Value exit = end.get("exit");
        if (!exit.text().equals("true")) {
            throw exit.wrong("not true");
        }
        if (map.has("warmUp")) {
            throw map.get("warmUp").wrong("a target that ends with its job can't be warmed up");
        }
        return new MeasuredJob.End.Exit();
    }

    private static MeasuredJob.Records records(YamlMap map) throws YamlException {
        if (map.isText("records")) {
            return new MeasuredJob.Records.Known(map.get("records").number(MOST_RECORDS));
        }
        return new MeasuredJob.Records.Asked(StepReader.number(map, "records"));
    }

    private static MeasuredJob.WarmUp warmUp(YamlMap.Value value) throws YamlException {
        return value.text().equals("steady")
                ? new MeasuredJob.WarmUp.Steady()
                : new MeasuredJob.WarmUp.Jobs(value.number(MOST_WARM_UP));
    }
}
