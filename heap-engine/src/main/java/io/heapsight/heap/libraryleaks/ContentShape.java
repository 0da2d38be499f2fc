/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Objects that accumulate in a leak below any holder, by the names of their classes.
 *
 * @param className matches the class name as in Java source
 */
record ContentShape(Pattern className, LibraryKind kind) {
    static final List<ContentShape> ALL =
            List.of(
                    shape(
                            "\\S*(PreparedStatement|CallableStatement|JdbcStatement"
                                    + "|EmbedStatement|StatementImpl"
                                    + "|JDBCStatement|PgStatement|ResultSetImpl|EmbedResultSet)\\w*",
                            LibraryKindTexts.STATEMENTS),
                    shape(
                            "\\S*(CumulativeCounter|StepCounter|Counter\\$Child|Gauge\\$Child)",
                            LibraryKindTexts.METERS),
                    shape(
                            "\\S*(StandardSession|HttpSession\\w*|\\.session\\.Session)",
                            LibraryKindTexts.SESSIONS),
                    shape("\\S*(EntityEntry\\w*|EntityKey)", LibraryKindTexts.ENTITIES),
                    shape("\\S*(LoggingEvent|LogEvent|LogRecord)", LibraryKindTexts.LOG_EVENTS),
                    shape(
                            "\\S*(WheelTimeout|TimerTask|TimerTaskEntry|TimerHandler)",
                            LibraryKindTexts.TIMEOUTS),
                    shape("\\S*\\.TaskQueue\\$\\w*Task", LibraryKindTexts.ORDERED),
                    shape("\\S*(Envelope)", LibraryKindTexts.MESSAGES),
                    shape("\\S*(PooledObject|PoolEntry|PooledConnection)", LibraryKindTexts.POOLED),
                    shape(
                            "(?!java\\.|javax\\.swing|sun\\.|jdk\\.|\\S*Future)"
                                    + "\\S*(Listener|Observer|Subscriber|Subscription"
                                    + "|Disposable|EventHandler|MessageConsumer)(Impl)?",
                            LibraryKindTexts.LISTENERS),
                    shape(
                            "(?!java\\.)\\S*Future\\S*(Listener|Callback)",
                            LibraryKindTexts.CALLBACKS),
                    shape(
                            "\\S*\\.(SessionFactoryImpl|EntityManagerFactoryImpl"
                                    + "|HikariDataSource|HikariPool|BasicDataSource"
                                    + "|ComboPooledDataSource|VertxImpl|ActorSystemImpl)",
                            LibraryKindTexts.COMPONENTS),
                    shape(
                            "\\S*\\.(OkHttpClient|HttpClientImpl|InternalHttpClient"
                                    + "|InternalHttpAsyncClient|KafkaProducer|KafkaConsumer"
                                    + "|JedisPool|ObjectMapper|JAXBContextImpl"
                                    + "|awssdk\\.services\\.\\S*\\.Default\\w+Client|MongoClientImpl"
                                    + "|ManagedChannelImpl"
                                    + "|context\\.\\S*ApplicationContext)",
                            LibraryKindTexts.CLIENTS),
                    shape("com\\.sun\\.jmx\\.mbeanserver\\.NamedObject", LibraryKindTexts.MBEANS));

    private static ContentShape shape(String className, LibraryKind kind) {
        return new ContentShape(Pattern.compile(className), kind);
    }

    boolean matches(String name) {
        return className.matcher(name).matches();
    }
}
