package io.feige.client;

import java.time.Duration;

/**
 * How it goes at a stage of a topic of work. What is counted is counted since the node that serves
 * began to, so a failover begins anew.
 *
 * @param waiting requests that wait for a worker
 * @param running requests that workers are busy with, also such as nobody wants any more
 * @param workers how many there are, also such as take nothing new
 * @param places how many requests the workers that take new ones can have at a time, all together
 * @param oldest how long ago the one was asked that is next to be given to a worker; zero: none
 *     waits
 * @param answered requests that a worker of the stage has answered or passed on in time
 * @param noWorker refused because no worker was there (NO_WORKER)
 * @param full refused because as much waited as may (WORK_FULL)
 * @param late whose time was over before an answer came (TOO_LATE)
 * @param workersLost given up because too many workers were lost that had them (WORKERS_LOST)
 * @param cancelled that nobody wanted any more
 * @param repeated times that a request was given to another worker
 */
public record WorkFigures(
    String stage,
    int waiting,
    int running,
    int workers,
    int places,
    Duration oldest,
    long answered,
    long noWorker,
    long full,
    long late,
    long workersLost,
    long cancelled,
    long repeated) {}
