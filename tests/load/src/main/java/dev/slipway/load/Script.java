package dev.slipway.load;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Describes the calls of a load, and how to recognize a good answer.
 *
 * @param requests whole HTTP requests, one of which is sent each time
 * @param wanted a text that a good answer contains
 */
record Script(List<byte[]> requests, String wanted) {

    byte[] any() {
        return requests.get(ThreadLocalRandom.current().nextInt(requests.size()));
    }

    boolean isGood(HttpAnswer answer) {
        return answer.status() == 200 && answer.text().contains(wanted);
    }
}
