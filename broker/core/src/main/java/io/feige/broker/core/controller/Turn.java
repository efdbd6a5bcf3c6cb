package io.feige.broker.core.controller;

import io.feige.broker.core.port.Now;

/** What goes with one event through everything that decides on it. */
record Turn(Now now, ControllerPort port, Beats beats) {}
