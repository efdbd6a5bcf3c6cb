/** What has happened in the cluster: kept, waited for, and told to a webhook. */
@NullMarked
package io.feige.admin.event;

import org.jspecify.annotations.NullMarked;
