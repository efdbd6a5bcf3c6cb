package io.feige.protocol.model;

/**
 * How it goes at a stage of a topic of work, on the node that serves it. What is counted is counted
 * since that node began to serve.
 *
 * @param waiting requests that wait for a worker
 * @param running requests that workers are busy with, also such as nobody wants any more
 * @param workers how many there are, also such as take nothing new
 * @param places how many requests the workers that take new ones can have at a time, all together
 * @param oldestMillis how long ago the one was asked that is next to be given to a worker; 0: none
 *     waits
 * @param answered requests that a worker of the stage has answered or passed on in time
 * @param noWorker refused because no worker was there
 * @param full refused because as much waited as may
 * @param late whose time was over before an answer came
 * @param workersLost given up because too many workers were lost that had them
 * @param cancelled that nobody wanted any more
 * @param repeated times that a request was given to another worker
 */
public record WorkFigures(
    String stage,
    int waiting,
    int running,
    int workers,
    int places,
    int oldestMillis,
    long answered,
    long noWorker,
    long full,
    long late,
    long workersLost,
    long cancelled,
    long repeated) {}
