/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.config.Setting;
import io.heapsight.report.Report;
import java.io.IOException;
import java.util.List;

/** {@code GET /config}: what every key is set to, and where; secrets masked. */
final class ConfigResource {
    private static final Schema SCHEMA =
            Schema.document(
                    "settings",
                    Schema.array(
                            Schema.object(
                                    "key",
                                    Schema.string(),
                                    "value",
                                    Schema.string(),
                                    "source",
                                    Schema.string())));

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
                        Produces.textOr(SCHEMA)),
                _ -> new Reply.Document(new Settings(settings)));
    }

    private record Settings(List<Setting> settings) implements Report {
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
        public void writeFields(JsonGenerator json) throws IOException {
            json.writeArrayFieldStart("settings");
            for (Setting setting : settings) {
                json.writeStartObject();
                json.writeStringField("key", setting.key());
                json.writeStringField("value", setting.value());
                json.writeStringField("source", setting.source());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }
}
