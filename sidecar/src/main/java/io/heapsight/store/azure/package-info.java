/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores objects in Azure Blob Storage, by its REST interface: <a
 * href="https://learn.microsoft.com/rest/api/storageservices/put-block-list">Put Block and Put
 * Block List</a>.
 */
@NullMarked
package io.heapsight.store.azure;

import org.jspecify.annotations.NullMarked;
