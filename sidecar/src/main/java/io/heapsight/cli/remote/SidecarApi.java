/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.RequestsAsCommands;
import io.heapsight.http.access.TokenFile;
import io.heapsight.http.route.Caller;
import io.heapsight.json.JsonObject;
import io.heapsight.run.RunName;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SmallFile;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Sends requests to the API of a running sidecar, for commands that need its data.
 *
 * <p>Uses the JDK's old HTTP client, which suffices for one request.
 */
public final class SidecarApi {
    /** The progress of a request. */
    static final String WAITING = "waiting for the sidecar";

    private static final int CONNECT_MILLIS = 5000;

    /** Timeout of an answer: a heap dump at the stop of a run, and its analysis, take minutes. */
    private static final int READ_MILLIS = 1_800_000;

    private static final int MOST_PORT = 65_535;

    private static final List<String> PROBLEM_LINES = List.of("title", "detail", "remedy");
    private static final int MOST_PROBLEM_BYTES = 64 * 1024;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "URL of the sidecar; default: http://localhost:9404",
            converter = UrlConverter.class)
    private @Nullable URI url;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "port of the sidecar on this machine; default: HEAPSIGHT_PORT, or 9404",
            defaultValue = "${env:HEAPSIGHT_PORT:-9404}")
    private int port = 9404;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "file with the token of a remote sidecar or Prometheus")
    private @Nullable Path tokenFile;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description =
                    "certificate of the sidecar or of its CA, in PEM; connects over TLS; default:"
                            + " HEAPSIGHT_TLS_CERT",
            defaultValue = "${env:HEAPSIGHT_TLS_CERT}")
    private @Nullable Path certificate;

    /** Whether a URL of this machine is a port forwarded to another machine. */
    private boolean forwarded;

    /** Receives the answer of a sidecar. */
    @FunctionalInterface
    public interface Answer {
        void read(InputStream body, String contentType) throws IOException;
    }

    /**
     * Returns the API of another sidecar with the same token and certificate.
     *
     * @param to its URL; on this machine, a forwarded port
     */
    public SidecarApi at(String to) throws ProblemException {
        SidecarApi other = new SidecarApi();
        other.tokenFile = tokenFile;
        other.certificate = certificate;
        try {
            URI address = URI.create(to);
            other.url = address;
            other.forwarded = Caller.isLoopbackName(String.valueOf(address.getHost()));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(notUsable(to), e);
        }
        return other;
    }

    /**
     * Sends a request.
     *
     * @param path with its query, encoded
     * @param accept the requested media type
     * @throws ProblemException with the sidecar's reason, or if it does not answer
     */
    public void call(String method, String path, String accept, Answer answer)
            throws IOException, ProblemException {
        call(method, path, accept, Optional.empty(), answer);
    }

    private void call(String method, String path, String accept, Optional<Path> body, Answer answer)
            throws IOException, ProblemException {
        HttpURLConnection connection = open(path);
        try {
            connection.setRequestMethod(method);
            connection.setRequestProperty("Accept", accept);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            if (tokenFile != null) {
                connection.setRequestProperty("Authorization", "Bearer " + token(tokenFile));
            }
            int status;
            try {
                if (body.isPresent()) {
                    send(connection, body.get());
                }
                status = connection.getResponseCode();
            } catch (IOException e) {
                throw new ProblemException(unreachable(e), e);
            }
            if (status >= 400) {
                throw new ProblemException(problem(status, connection.getErrorStream()));
            }
            try (InputStream said = connection.getInputStream()) {
                answer.read(said, String.valueOf(connection.getContentType()));
            }
        } finally {
            connection.disconnect();
        }
    }

    /**
     * Reads the token. Refuses a token that is invalid in a header, because the error of the HTTP
     * client would show it.
     */
    private static String token(Path file) throws ProblemException {
        try {
            return SmallFile.read(file, TokenFile.MAX_BYTES)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
                    .filter(token -> token.chars().noneMatch(Character::isISOControl))
                    .orElseThrow(
                            () ->
                                    new IOException(
                                            "it is not one line of at most %d bytes"
                                                    .formatted(TokenFile.MAX_BYTES)));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The token can't be read",
                    file + ": " + IoReason.why(e),
                    "Name a file with the sidecar's token, which this user may read.",
                    e);
        }
    }

    /** Sends a request, and prints the answer as it arrives. */
    void print(String method, String path, String accept, Console console)
            throws IOException, ProblemException {
        print(method, path, accept, Optional.empty(), console);
    }

    private void print(
            String method, String path, String accept, Optional<Path> body, Console console)
            throws IOException, ProblemException {
        Answer answer = printingOn(console);
        try (ProgressLine waiting = ProgressLine.waiting(console, WAITING)) {
            call(
                    method,
                    path,
                    accept,
                    body,
                    (said, contentType) -> {
                        waiting.end();
                        answer.read(said, contentType);
                    });
        }
    }

    /** Prints an answer: replaces requests with commands in texts, and copies everything else. */
    private static Answer printingOn(Console console) {
        return (body, contentType) -> {
            if (contentType.startsWith("text/plain")) {
                String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                console.printText(out -> out.write(RequestsAsCommands.of(text)));
            } else {
                body.transferTo(console.out());
                console.out().flush();
            }
        };
    }

    /** Sends a document, and prints the answer. */
    void upload(String method, String path, Path document, Console console)
            throws IOException, ProblemException {
        if (!Files.isReadable(document) || Files.isDirectory(document)) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The file can't be read",
                    "\"" + document + "\"",
                    "Check that the file exists and that this user may read it.");
        }
        print(method, path, "text/plain", Optional.of(document), console);
    }

    private static void send(HttpURLConnection connection, Path document) throws IOException {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setFixedLengthStreamingMode(Files.size(document));
        try (OutputStream out = connection.getOutputStream()) {
            Files.copy(document, out);
        }
    }

    /** Returns whether the command line names a URL. */
    public boolean hasUrl() {
        return url != null;
    }

    /** Returns the file with the bearer token; empty if none is given. */
    Optional<Path> tokenFile() {
        return Optional.ofNullable(tokenFile);
    }

    /** Returns the path of a run. */
    static String path(RunName name) {
        return "/runs/" + encoded(name.text());
    }

    /** Formats labels in the API's syntax, ordered by name. */
    static String pairs(Map<String, String> labels) {
        return new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","));
    }

    /** Encodes a text as a part of a path or a query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpURLConnection open(String path) throws IOException, ProblemException {
        String base = base();
        String whole = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
        try {
            URI address = URI.create(whole);
            if (address.getPort() <= MOST_PORT
                    && address.toURL().openConnection() instanceof HttpURLConnection http) {
                if (http instanceof HttpsURLConnection https && certificate != null) {
                    trust(https, certificate);
                }
                return http;
            }
        } catch (IllegalArgumentException e) {
            throw new ProblemException(notUsable(whole), e);
        }
        throw new ProblemException(notUsable(whole));
    }

    private String base() {
        String scheme = certificate == null ? "http" : "https";
        return url == null ? scheme + "://localhost:" + port : url.toString();
    }

    /** Trusts a given certificate also on localhost, although it names the pod or the service. */
    private void trust(HttpsURLConnection https, Path only) throws ProblemException {
        https.setSSLSocketFactory(
                PemCertificates.trusted("--certificate", only).getSocketFactory());
        if (url == null || forwarded) {
            https.setHostnameVerifier((_, _) -> true);
        }
    }

    /** Parses a URL; the command-line parser's own converter would print Java exceptions. */
    static final class UrlConverter implements CommandLine.ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            try {
                return URI.create(text);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(
                        "not a URL: \"%s\" (expected http://localhost:9404)"
                                .formatted(VisibleText.of(text)));
            }
        }
    }

    private static Problem notUsable(String whole) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "Not the URL of a sidecar",
                whole,
                "Use a URL such as --url http://localhost:9404.");
    }

    private Problem unreachable(IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "No sidecar answers",
                base() + ": " + IoReason.of(e),
                "Start a sidecar (heapsight serve), forward its port (kubectl port-forward POD"
                        + " 9404), or set --url.");
    }

    private static Problem problem(int status, @Nullable InputStream body) throws IOException {
        Map<String, String> fields = new HashMap<>();
        byte[] text = body == null ? new byte[0] : body.readNBytes(MOST_PROBLEM_BYTES);
        try {
            JsonObject problem = JsonObject.parse(new String(text, StandardCharsets.UTF_8));
            for (String name : PROBLEM_LINES) {
                problem.optionalText(name).ifPresent(said -> fields.put(name, said));
            }
        } catch (IOException _) {
            // Three lines, if text was requested, or a page of another server.
            List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
            boolean ours = lines.size() == PROBLEM_LINES.size();
            for (int i = 0; ours && i < lines.size(); i++) {
                fields.put(PROBLEM_LINES.get(i), lines.get(i).strip());
            }
            fields.computeIfPresent("title", (_, title) -> title.replaceFirst("\\.$", ""));
            if (!ours) {
                fields.put("detail", lines.isEmpty() ? "" : lines.getFirst());
            }
        }
        Optional<Problem.Kind> kind =
                Arrays.stream(Problem.Kind.values())
                        .filter(each -> each.httpStatus() == status)
                        .findFirst();
        return new Problem(
                kind.orElse(Problem.Kind.INTERNAL),
                said(fields, "title", "The sidecar refused"),
                said(fields, "detail", "HTTP status " + status),
                said(fields, "remedy", "Check that the URL is the URL of a sidecar."));
    }

    private static String said(Map<String, String> fields, String name, String otherwise) {
        String said = fields.getOrDefault(name, "");
        return said.isBlank() ? otherwise : said;
    }
}
