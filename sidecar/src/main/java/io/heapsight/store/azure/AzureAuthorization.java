/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.rest.AccessToken;
import java.io.IOException;

/** The authorization of a request. */
sealed interface AzureAuthorization {
    /** Adds the authorization to a request. */
    AzureRequest authorize(AzureRequest request) throws IOException;

    /**
     * A shared access signature, which is part of the query.
     *
     * @param query percent-encoded as issued
     */
    record SharedAccess(String query) implements AzureAuthorization {
        @Override
        public AzureRequest authorize(AzureRequest request) {
            return request.withSignature(query);
        }

        /** Hides the signature, which is secret. */
        @Override
        public String toString() {
            return "shared access signature";
        }
    }

    /** The account's key, which signs each request. */
    record AccountKey(SharedKey key) implements AzureAuthorization {
        @Override
        public AzureRequest authorize(AzureRequest request) {
            return request.with("Authorization", key.authorization(request));
        }
    }

    /** A token of Microsoft Entra ID. */
    record Token(AccessToken.Kept token) implements AzureAuthorization {
        @Override
        public AzureRequest authorize(AzureRequest request) throws IOException {
            return request.with("Authorization", token.authorization());
        }
    }
}
