package io.feige.broker.core.controller;

import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.port.Now;

/** What goes with one event through everything that decides on it. */
record ControllerStep(Now now, ControllerPort port, Beats beats) {}
