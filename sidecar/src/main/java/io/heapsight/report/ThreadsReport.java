/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.elements;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.thread.Deadlock;
import io.heapsight.thread.JavaThread;
import io.heapsight.thread.SameStackThreads;
import io.heapsight.thread.StuckThread;
import io.heapsight.thread.ThreadCounts;
import io.heapsight.thread.ThreadDump;
import io.heapsight.thread.ThreadLock;
import io.heapsight.thread.ThreadSeries;
import io.heapsight.thread.VirtualThreads;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A target's threads: deadlocks and stuck threads first, then groups of equal stacks. */
public record ThreadsReport(ThreadSeries series) implements StreamedReport {
    private static final JsonValueCodec<Thread.State> STATE =
            choice(Thread.State.values(), Enum::name);

    private static final Shape<ThreadLock> LOCK =
            Shape.<ThreadLock>of()
                    .field("relation", choice(ThreadLock.Relation.values()), ThreadLock::relation)
                    .field("address", ADDRESS, ThreadLock::address)
                    .field("class", TEXT, ThreadLock::className)
                    .nullable("owner", COUNT, ThreadLock::owner);

    private static final Shape<JavaThread> THREAD =
            Shape.<JavaThread>of()
                    .field("name", TEXT, JavaThread::name)
                    .field("id", COUNT, JavaThread::id)
                    .nullable("nativeId", COUNT, it -> number(asLong(it.nativeId())))
                    .field("virtual", FLAG, JavaThread::virtual)
                    .nullable("carrier", COUNT, JavaThread::carrier)
                    .field("daemon", FLAG, JavaThread::daemon)
                    .nullable("state", STATE, JavaThread::state)
                    .nullable("cpuSeconds", NUMBER, it -> number(it.cpuSeconds()))
                    .field("stack", TEXTS, JavaThread::stack)
                    .field("locks", list(LOCK), JavaThread::locks);

    private static final Shape<SameStackThreads.Pool> POOL =
            Shape.<SameStackThreads.Pool>of()
                    .field("name", TEXT, SameStackThreads.Pool::name)
                    .field("count", COUNT, SameStackThreads.Pool::count);

    private static final Shape<SameStackThreads.Awaited> AWAITED =
            Shape.<SameStackThreads.Awaited>of()
                    .field(
                            "relation",
                            choice(ThreadLock.Relation.values()),
                            SameStackThreads.Awaited::relation)
                    .field("class", TEXT, SameStackThreads.Awaited::className)
                    .field("count", COUNT, SameStackThreads.Awaited::count)
                    .nullable("address", ADDRESS, it -> it.object().map(ThreadLock::address))
                    .nullable("owner", COUNT, it -> it.object().flatMap(ThreadLock::owner));

    private static final Shape<SameStackThreads> GROUP =
            Shape.<SameStackThreads>of()
                    .field("count", COUNT, SameStackThreads::count)
                    .nullable("state", STATE, SameStackThreads::state)
                    .field("stack", TEXTS, SameStackThreads::stack)
                    .field("pools", list(POOL), SameStackThreads::pools)
                    .field("waitsFor", list(AWAITED), SameStackThreads::awaited)
                    .field("threads", elements(TEXT, ThreadsReport::labels), it -> it);

    private static final Shape<StuckThread> STUCK =
            Shape.<StuckThread>of()
                    .field("thread", TEXT, StuckThread::thread)
                    .field("frame", TEXT, StuckThread::method)
                    .field("seconds", NUMBER, ThreadsReport::seconds)
                    .nullable("cpuSeconds", NUMBER, it -> number(it.cpuSeconds()));

    private static final Shape<VirtualThreads> VIRTUAL =
            Shape.<VirtualThreads>of()
                    .field("count", COUNT, VirtualThreads::count)
                    .field("complete", FLAG, it -> it.cut().isEmpty())
                    .field("bytes", COUNT, VirtualThreads::bytes)
                    .field("seconds", NUMBER, it -> it.time().toMillis() / 1000.0);

    public static final Shape<ThreadsReport> SHAPE =
            Shape.<ThreadsReport>of()
                    .field("target", TARGET, it -> new Target(it.series.pid(), it.series.name()))
                    .field("takenAt", TIME, it -> it.series.last().takenAt())
                    .field("threads", list(THREAD), it -> it.content().threads())
                    .field("groups", list(GROUP), it -> it.content().groups())
                    .field(
                            "deadlocks",
                            list(TEXTS.from(Deadlock::threads)),
                            it -> it.content().deadlocks())
                    .field("stuck", list(STUCK), it -> it.series.stuck())
                    .nullable("virtualThreads", VIRTUAL, it -> it.series.virtual())
                    .field("omittedThreads", COUNT, it -> it.content().omitted())
                    .field("notes", TEXTS, it -> it.series.notes());

    private static final int NAMED = 5;

    private ThreadDump.Content content() {
        return series.last().content();
    }

    @Override
    public void writeText(Writer out) throws IOException {
        StringBuilder head = new StringBuilder();
        TextWrapper.wrap(head, "", title());
        series.notes().forEach(note -> TextWrapper.wrap(head, "note: ", note));
        head.append('\n');
        content().deadlocks().forEach(each -> tell(head, each));
        series.stuck().forEach(each -> TextWrapper.wrap(head, "STUCK: ", words(each)));
        content().threads().stream()
                .filter(JavaThread::isPinned)
                .forEach(each -> head.append("PINNED: ").append(each.label()).append('\n'));
        out.append(head);
        for (SameStackThreads group : content().groups()) {
            StringBuilder lines = new StringBuilder("\n");
            TextWrapper.wrap(lines, "", heading(group));
            if (series.virtual().isPresent()) {
                group.awaited().forEach(each -> TextWrapper.wrap(lines, "    ", words(each)));
            }
            group.stack().forEach(frame -> lines.append("    at ").append(frame).append('\n'));
            out.append(lines);
        }
    }

    private String title() {
        String told =
                ThreadCounts.of(series.last()).byState().entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
        long threads = content().threads().size() + content().omitted();
        int deadlocks = content().deadlocks().size();
        return "%d (%s): %d threads%s at %s: %s; %s"
                .formatted(
                        series.pid(),
                        series.name(),
                        threads,
                        series.virtual()
                                .map(all -> ", %d virtual,".formatted(all.count()))
                                .orElse(""),
                        series.last().takenAt(),
                        told,
                        switch (deadlocks) {
                            case 0 -> "no deadlock";
                            case 1 -> "1 deadlock";
                            default -> deadlocks + " deadlocks";
                        });
    }

    private static void tell(StringBuilder out, Deadlock deadlock) {
        List<Deadlock.Waiter> waiters = deadlock.waiters();
        for (int i = 0; i < waiters.size(); i++) {
            Deadlock.Waiter waiter = waiters.get(i);
            TextWrapper.wrap(
                    out,
                    i == 0 ? "DEADLOCK: " : "          ",
                    waiter.thread()
                            + " waits for "
                            + waiter.lock().map(lock -> lock.className() + " of ").orElse("")
                            + waiters.get((i + 1) % waiters.size()).thread());
        }
    }

    /** "250 parked on java.util.concurrent.Semaphore$NonfairSync@1f, which thread #3 holds". */
    private static String words(SameStackThreads.Awaited awaited) {
        String relation = awaited.relation().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String object = awaited.object().map(ThreadsReport::words).orElse("");
        return "%d %s %s%s".formatted(awaited.count(), relation, awaited.className(), object);
    }

    private static String words(ThreadLock object) {
        String holder = object.owner().map(", which thread #%d holds"::formatted).orElse("");
        return "@" + Long.toHexString(object.address()) + holder;
    }

    private static String words(StuckThread stuck) {
        String cpu =
                stuck.cpuSeconds().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " and used %.1f s of CPU",
                                stuck.cpuSeconds().getAsDouble());
        return String.format(
                Locale.ROOT,
                "%s has been in %s for %.1f s%s",
                stuck.thread(),
                stuck.method(),
                seconds(stuck),
                cpu);
    }

    /** Lists pools by name, then threads outside pools. */
    private static String heading(SameStackThreads group) {
        List<String> names = new ArrayList<>();
        group.pools().forEach(pool -> names.add(pool.count() + " of " + pool.name()));
        group.threads().stream()
                .filter(thread -> group.pools().stream().noneMatch(pool -> isOf(pool, thread)))
                .limit(NAMED)
                .forEach(thread -> names.add(thread.label()));
        String state = group.state().map(Enum::name).orElse("in an unknown state");
        return "%d %s: %s".formatted(group.count(), state, String.join(", ", names));
    }

    private static boolean isOf(SameStackThreads.Pool pool, JavaThread thread) {
        return thread.name().startsWith(pool.name())
                && thread.name()
                        .substring(pool.name().length())
                        .chars()
                        .allMatch(Character::isDigit);
    }

    private static void labels(SameStackThreads group, JsonValueCodec.Element<String> to)
            throws IOException {
        for (JavaThread thread : group.threads()) {
            to.take(thread.label());
        }
    }

    private static double seconds(StuckThread stuck) {
        return stuck.time().toMillis() / 1000.0;
    }

    private static OptionalLong asLong(OptionalInt number) {
        return number.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number.getAsInt());
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
