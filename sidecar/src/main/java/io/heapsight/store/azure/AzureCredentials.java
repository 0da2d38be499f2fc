/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.TransferDirection;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.store.rest.TokenService;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the credentials: a shared access signature, the account's key, or the <a
 * href="https://azure.github.io/azure-workload-identity/">workload identity</a> that AKS gives a
 * pod, in this order. Files are read at each upload, so that credentials can be rotated.
 */
final class AzureCredentials {
    static final String ACCOUNT = "AZURE_STORAGE_ACCOUNT";

    private static final String SAS = "AZURE_STORAGE_SAS_TOKEN";
    private static final String KEY = "AZURE_STORAGE_KEY";
    private static final String OF_FILE = "_FILE";
    private static final String TOKEN_FILE = "AZURE_FEDERATED_TOKEN_FILE";
    private static final String CLIENT = "AZURE_CLIENT_ID";
    private static final String TENANT = "AZURE_TENANT_ID";
    private static final String AUTHORITY = "AZURE_AUTHORITY_HOST";
    private static final String SCOPE = "https://storage.azure.com/.default";
    private static final Pattern SIGNATURE =
            Pattern.compile("[\\w%=&.:+/~*-]*\\bsig=[\\w%=&.:+/~*-]+");

    static final RestFailures FAILURES =
            new RestFailures(
                    "Check whether the pod may reach it (egress rules, DNS, the account's private"
                            + " endpoint), and at AZURE_STORAGE_ACCOUNT and"
                            + " HEAPSIGHT_STORE_ENDPOINT.",
                    "Give the identity the role Storage Blob Data Contributor on the container (a"
                            + " shared access signature: the permissions create and write, and an"
                            + " expiry time in the future), and check the account's network rules"
                            + " and tenant; docs/stores.md has the commands.",
                    "Check the container name in HEAPSIGHT_STORE, and create the container.",
                    "Check the HEAPSIGHT_STORE keys and the account settings.",
                    "Give the pod a workload identity (AKS: the label azure.workload.identity/use"
                            + " and an annotated service account), or the container"
                            + " AZURE_STORAGE_SAS_TOKEN_FILE=FILE; docs/stores.md has the YAML.",
                    List.of(SAS, SAS + OF_FILE, KEY, KEY + OF_FILE, TOKEN_FILE, CLIENT, TENANT),
                    TransferDirection.UPLOAD);

    static final RestFailures READ_FAILURES =
            FAILURES.forDownloads(
                    "Give the identity the role Storage Blob Data Reader on the container (a shared"
                            + " access signature: the permissions read and list); docs/stores.md"
                            + " has the commands.");

    private final TokenService tokens;
    private final InstantSource clock;

    AzureCredentials(Map<String, String> environment, RestClient client, InstantSource clock) {
        this.tokens = new TokenService(client, environment, FAILURES);
        this.clock = clock;
    }

    /**
     * Finds the credentials.
     *
     * @param account the storage account
     * @throws StoreFailure if there are none, or they are invalid
     */
    AzureAuthorization find(String account) throws StoreFailure {
        Optional<String> signature = secret(SAS);
        if (signature.isPresent()) {
            String query = signature.get().replaceFirst("^\\?", "");
            if (!SIGNATURE.matcher(query).matches()) {
                throw none(SAS + " is not a shared access signature (sv=…&sig=…)");
            }
            return new AzureAuthorization.SharedAccess(query);
        }
        Optional<String> key = secret(KEY);
        if (key.isPresent()) {
            try {
                return new AzureAuthorization.AccountKey(new SharedKey(account, key.get()));
            } catch (IllegalArgumentException e) {
                throw none(KEY + " is not an account key: " + e.getMessage());
            }
        }
        if (named(TOKEN_FILE).isEmpty()) {
            throw none("no signature, no key and no workload identity is set");
        }
        return new AzureAuthorization.Token(new AccessToken.Kept(this::token, clock));
    }

    private StoreFailure none(String why) {
        return tokens.none(why, new IOException("no credentials"));
    }

    private Optional<String> named(String variable) {
        return RestFailures.named(tokens.environment(), variable);
    }

    /** Returns the value of a variable, or the content of a file that another variable names. */
    private Optional<String> secret(String variable) throws StoreFailure {
        Optional<String> file = named(variable + OF_FILE);
        return file.isPresent()
                ? Optional.of(tokens.read(variable + OF_FILE, file.get()).strip())
                : named(variable);
    }

    private String required(String variable) throws StoreFailure {
        return named(variable).orElseThrow(() -> none(variable + " is not set"));
    }

    private AccessToken token() throws IOException {
        String authority = named(AUTHORITY).orElse("https://login.microsoftonline.com/");
        String client = required(CLIENT);
        String tenant = required(TENANT);
        String file = required(TOKEN_FILE);
        String assertion = tokens.read(TOKEN_FILE, file).strip();
        try {
            URI uri =
                    URI.create(
                            "%s/%s/oauth2/v2.0/token"
                                    .formatted(authority.replaceFirst("/+$", ""), tenant));
            return AccessToken.of(
                    tokens.ask(
                            Form.post(
                                    uri,
                                    Map.of(
                                            "grant_type",
                                            "client_credentials",
                                            "client_id",
                                            client,
                                            "scope",
                                            SCOPE,
                                            "client_assertion_type",
                                            "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                                            "client_assertion",
                                            assertion))),
                    clock.instant());
        } catch (IllegalArgumentException e) {
            throw none("%s or %s is malformed".formatted(AUTHORITY, TENANT));
        }
    }
}
