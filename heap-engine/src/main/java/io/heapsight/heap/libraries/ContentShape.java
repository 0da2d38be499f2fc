/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Objects that accumulate in a leak below any holder, by the names of their classes.
 *
 * @param className matches the class name as in Java source
 */
record ContentShape(Pattern className, KnownKind kind) {
    static final List<ContentShape> ALL =
            List.of(
                    shape(
                            "\\S*(PreparedStatement|CallableStatement|JdbcStatement"
                                    + "|EmbedStatement|StatementImpl"
                                    + "|JDBCStatement|PgStatement|ResultSetImpl|EmbedResultSet)\\w*",
                            KnownKinds.STATEMENTS),
                    shape(
                            "\\S*(CumulativeCounter|StepCounter|Counter\\$Child|Gauge\\$Child)",
                            KnownKinds.METERS),
                    shape(
                            "\\S*(StandardSession|HttpSession\\w*|\\.session\\.Session)",
                            KnownKinds.SESSIONS),
                    shape("\\S*(EntityEntry\\w*|EntityKey)", KnownKinds.ENTITIES),
                    shape("\\S*(LoggingEvent|LogEvent|LogRecord)", KnownKinds.LOG_EVENTS),
                    shape(
                            "\\S*(WheelTimeout|TimerTask|TimerTaskEntry|TimerHandler)",
                            KnownKinds.TIMEOUTS),
                    shape("\\S*(Envelope)", KnownKinds.MESSAGES),
                    shape("\\S*(PooledObject|PoolEntry|PooledConnection)", KnownKinds.POOLED),
                    shape(
                            "(?!java\\.|javax\\.swing|sun\\.|jdk\\.|\\S*Future)"
                                    + "\\S*(Listener|Observer|Subscriber|Subscription"
                                    + "|Disposable|EventHandler|MessageConsumer)(Impl)?",
                            KnownKinds.LISTENERS),
                    shape("(?!java\\.)\\S*Future\\S*(Listener|Callback)", KnownKinds.CALLBACKS),
                    shape(
                            "\\S*\\.(SessionFactoryImpl|EntityManagerFactoryImpl"
                                    + "|HikariDataSource|HikariPool|BasicDataSource"
                                    + "|ComboPooledDataSource|VertxImpl|ActorSystemImpl)",
                            KnownKinds.COMPONENTS),
                    shape(
                            "\\S*\\.(OkHttpClient|HttpClientImpl|InternalHttpClient"
                                    + "|InternalHttpAsyncClient|KafkaProducer|KafkaConsumer"
                                    + "|JedisPool|ObjectMapper|JAXBContextImpl"
                                    + "|context\\.\\S*ApplicationContext)",
                            KnownKinds.CLIENTS),
                    shape("com\\.sun\\.jmx\\.mbeanserver\\.NamedObject", KnownKinds.MBEANS));

    private static ContentShape shape(String className, KnownKind kind) {
        return new ContentShape(Pattern.compile(className), kind);
    }

    boolean matches(String name) {
        return className.matcher(name).matches();
    }
}
