/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.rest.AccessToken;
import java.io.IOException;

/** The authorization of a request. */
sealed interface AzureAccess {
    /** Adds it to a request. */
    AzureRequest authorize(AzureRequest request) throws IOException;

    /**
     * A shared access signature, which is a part of the query.
     *
     * @param query percent-encoded as it was made
     */
    record SharedAccess(String query) implements AzureAccess {
        @Override
        public AzureRequest authorize(AzureRequest request) {
            return request.withSignature(query);
        }

        /** It is secret. */
        @Override
        public String toString() {
            return "shared access signature";
        }
    }

    /** The key of the account, which signs each request. */
    record AccountKey(SharedKey key) implements AzureAccess {
        @Override
        public AzureRequest authorize(AzureRequest request) {
            return request.with("Authorization", key.authorization(request));
        }
    }

    /** A token of Microsoft Entra ID. */
    record Token(AccessToken.Kept token) implements AzureAccess {
        @Override
        public AzureRequest authorize(AzureRequest request) throws IOException {
            return request.with("Authorization", token.authorization());
        }
    }
}
