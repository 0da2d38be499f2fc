/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A library class that holds many objects, by its name: a registry of meters, a manager of
 * sessions, a mailbox. Most patterns match this name in any library.
 *
 * @param className matches the name of the class or a superclass, as in Java source
 * @param counter the field with the number of objects; "" to count the largest collection below
 */
record HolderShape(Pattern className, String counter, KnownKind kind) {
    static final List<HolderShape> ALL =
            List.of(
                    shape("(Meter|Metrics?|Collector)Registry", KnownKinds.METERS),
                    shape("io\\.prometheus\\.client\\.SimpleCollector", KnownKinds.METERS),
                    shape("(StatefulMetric|MetricStorage)", KnownKinds.METERS),
                    shape("catalina\\.session\\.ManagerBase", KnownKinds.SESSIONS),
                    shape("(Session(Cache|DataStore|Manager|Repository))", KnownKinds.SESSIONS),
                    shape("(PersistenceContext|UnitOfWorkImpl)", KnownKinds.ENTITIES),
                    shape("Async(Appender\\w*|Handler|LogWriter)", KnownKinds.LOG_EVENTS),
                    shape("(SingleThreadEventExecutor|EventLoop)", KnownKinds.LOOP_TASKS),
                    new HolderShape(
                            Pattern.compile("\\S*HashedWheelTimer"),
                            "pendingTimeouts",
                            KnownKinds.TIMEOUTS),
                    shape("java\\.util\\.Timer", KnownKinds.TIMEOUTS),
                    shape(
                            "(reactor\\.core|io\\.reactivex|rx\\.)\\S*Unicast\\w*",
                            KnownKinds.SIGNALS),
                    shape("(SinkMany|SinkOne|Sinks)\\w*", KnownKinds.SIGNALS),
                    shape("(PublishOn|ObserveOn|BackpressureBuffer)\\w*", KnownKinds.SIGNALS),
                    shape("(Mailbox|MessageQueue)", KnownKinds.MESSAGES),
                    shape("Generic(Keyed)?ObjectPool", KnownKinds.POOLED),
                    shape("(Object|Connection|Resource)Pool", KnownKinds.POOLED),
                    shape("com\\.sun\\.jmx\\.mbeanserver\\.Repository", KnownKinds.MBEANS),
                    shape("(Singleton)?Bean(Registry|Factory)", KnownKinds.BEANS),
                    shape(
                            "java\\.util\\.logging\\.Logger(\\$ConfigurationData)?",
                            KnownKinds.HANDLERS),
                    shape("(EventBus\\w*|SubscriberRegistry)", KnownKinds.LISTENERS),
                    shape("(Event|Application)\\w*(Multicaster|Publisher)", KnownKinds.LISTENERS),
                    shape("(PropertyChange|VetoableChange|Listener)Support", KnownKinds.LISTENERS),
                    shape("(Publish|Behavior|Async)(Subject|Processor)", KnownKinds.LISTENERS),
                    shape("(SettableFuture|AbstractFuture)", KnownKinds.CALLBACKS),
                    shape("(Default|Abstract)?Promise", KnownKinds.CALLBACKS),
                    shape("(TypeFactory|SerializerCache|DeserializerCache)", KnownKinds.TYPES),
                    new HolderShape(
                            Pattern.compile("\\S*FluxReplay\\$UnboundedReplayBuffer"),
                            "size",
                            KnownKinds.REPLAYED),
                    shape("Replay(Subject|Processor)", KnownKinds.REPLAYED),
                    shape("java\\.util\\.concurrent\\.SubmissionPublisher", KnownKinds.SIGNALS),
                    shape("java\\.io\\.Object(Out|In)putStream", KnownKinds.HANDLES),
                    new HolderShape(
                            Pattern.compile("\\S*ChannelOutboundBuffer"),
                            "flushed",
                            KnownKinds.WRITES),
                    shape("java\\.util\\.Observable", KnownKinds.LISTENERS),
                    shape("DeploymentManager", KnownKinds.DEPLOYMENTS),
                    shape("ChannelGroup", KnownKinds.CHANNELS),
                    shape("(RAM)?JobStore", KnownKinds.JOBS),
                    shape("WatchManager(Optimized)?", KnownKinds.WATCHES),
                    shape("(LoggerContext|LoggerRegistry)", KnownKinds.LOGGERS),
                    shape("UnboundedLocalCache", KnownKinds.CACHE));

    private static HolderShape shape(String end, KnownKind kind) {
        return new HolderShape(Pattern.compile("(\\S*[\\w.$])?" + end), "", kind);
    }

    /** The shape of a class by its name as in Java source. */
    static Optional<HolderShape> of(String className) {
        for (HolderShape each : ALL) {
            if (each.className.matcher(className).matches()) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
