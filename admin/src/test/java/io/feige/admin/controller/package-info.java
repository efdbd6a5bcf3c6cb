@NullMarked
package io.feige.admin.controller;

import org.jspecify.annotations.NullMarked;
