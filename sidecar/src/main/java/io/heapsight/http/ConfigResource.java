/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.config.Setting;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** {@code GET /config}: value and source of every key, secrets masked. */
final class ConfigResource {
    private final List<Setting> settings;

    ConfigResource(List<Setting> settings) {
        this.settings = settings;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/config",
                Access.PROTECTED,
                Cost.CHEAP,
                new Route.About(
                        "the effective configuration, secrets masked",
                        List.of(),
                        AnswerDeclaration.textOr(() -> Settings.SHAPE.document())),
                _ -> new Reply.Document(new Settings(settings)));
    }

    private record Settings(List<Setting> settings) implements Report {
        private static final Shape<Setting> SETTING =
                Shape.<Setting>of()
                        .field("key", TEXT, Setting::key)
                        .field("value", TEXT, Setting::value)
                        .field("source", TEXT, Setting::source);
        private static final Shape<Settings> SHAPE =
                Shape.<Settings>of().field("settings", list(SETTING), Settings::settings);

        @Override
        public String text() {
            StringBuilder out = new StringBuilder();
            for (Setting setting : settings) {
                out.append(setting.key()).append('=').append(setting.value());
                out.append("  # ").append(setting.source()).append('\n');
            }
            return out.toString();
        }

        @Override
        public void writeJson(Writer out) throws IOException {
            SHAPE.writeDocument(out, this);
        }
    }
}
