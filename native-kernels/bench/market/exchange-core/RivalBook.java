// SPDX-License-Identifier: Apache-2.0

import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;

/**
 * Measures exchange-core's fastest order book, called directly, on the messages of ours-book.c. The command is {@code
 * RivalBook ORDERS FILE}, where FILE names the orders to cancel. Each line of the standard input is "limit" or "mix".
 * For each line, the program matches all messages once and prints a line as ours-book.c does. All rounds run in one
 * virtual machine, so the code is warm after some rounds. The measured time is the processor time of the thread,
 * without the collection of garbage.
 */
final class RivalBook {
  private static final int EVENTS = 1 << 12;

  private final int count;
  private final short[] prices;
  private final byte[] volumes;
  private final boolean[] asks;
  private final int[] cancelled;

  /** Events that are used again, in turn: more than one message ever has. */
  private final MatcherTradeEvent[] events = new MatcherTradeEvent[EVENTS];

  private int eventsTaken;
  private long fills;
  private long notional;
  private long gone;

  private RivalBook(int count, Path file) throws IOException {
    this.count = count;
    prices = new short[count];
    volumes = new byte[count];
    asks = new boolean[count];
    cancelled = new int[count];
    for (int i = 0; i < EVENTS; i++) {
      events[i] = new MatcherTradeEvent();
    }
    ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(cancelled);
    draw();
  }

  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private void draw() {
    long state = 1;
    for (int i = 0; i < count; i++) {
      long bits = mix(state += 0x9e3779b97f4a7c15L);
      prices[i] = (short) (450 + (((bits & 0xffffffffL) * 100) >>> 32));
      volumes[i] = (byte) (1 + ((((bits >>> 32) & 0x7fffffffL) * 100) >>> 31));
      asks[i] = bits < 0;
    }
  }

  private MatcherTradeEvent nextEvent() {
    MatcherTradeEvent event = events[eventsTaken++ & (EVENTS - 1)];
    event.nextEvent = null;
    return event;
  }

  private void look(OrderCommand command) {
    for (MatcherTradeEvent event = command.matcherEvent; event != null; event = event.nextEvent) {
      if (event.eventType == MatcherEventType.TRADE) {
        fills++;
        notional += event.price * event.size;
      } else {
        gone++;
      }
    }
  }

  private OrderBookDirectImpl newBook() {
    CoreSymbolSpecification symbol =
        CoreSymbolSpecification.builder()
            .symbolId(1)
            .type(SymbolType.CURRENCY_EXCHANGE_PAIR)
            .baseCurrency(1)
            .quoteCurrency(2)
            .baseScaleK(1)
            .quoteScaleK(1)
            .build();
    HashMap<Integer, Integer> sizes = new HashMap<>();
    sizes.put(ObjectsPool.DIRECT_ORDER, 1 << 20);
    sizes.put(ObjectsPool.DIRECT_BUCKET, 1 << 16);
    sizes.put(ObjectsPool.ART_NODE_4, 1 << 16);
    sizes.put(ObjectsPool.ART_NODE_16, 1 << 14);
    sizes.put(ObjectsPool.ART_NODE_48, 1 << 12);
    sizes.put(ObjectsPool.ART_NODE_256, 1 << 10);
    return new OrderBookDirectImpl(
        symbol,
        new ObjectsPool(sizes),
        new OrderBookEventsHelper(this::nextEvent),
        LoggingConfiguration.DEFAULT);
  }

  private void match(OrderBookDirectImpl book, boolean mixed) {
    OrderCommand command = new OrderCommand();
    command.symbol = 1;
    command.uid = 1;
    command.orderType = OrderType.GTC;
    for (int i = 0; i < count; i++) {
      command.command = OrderCommandType.PLACE_ORDER;
      command.matcherEvent = null;
      command.orderId = i + 1;
      command.price = prices[i];
      command.reserveBidPrice = prices[i];
      command.size = volumes[i];
      command.action = asks[i] ? OrderAction.ASK : OrderAction.BID;
      book.newOrder(command);
      look(command);
      if (mixed) {
        command.command = OrderCommandType.CANCEL_ORDER;
        command.matcherEvent = null;
        command.orderId = cancelled[i];
        if (book.cancelOrder(command) == CommandResultCode.SUCCESS) {
          look(command);
        }
      }
    }
  }

  private void run(String kind) {
    boolean mixed = kind.equals("mix");
    OrderBookDirectImpl book = newBook();
    fills = 0;
    notional = 0;
    gone = 0;
    System.gc();
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    match(book, mixed);
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
    int resting = book.getOrdersNum(OrderAction.ASK) + book.getOrdersNum(OrderAction.BID);
    System.out.printf(
        Locale.ROOT,
        "%s exchange-core %.3f fills=%d,notional=%d,cancelled=%d,resting=%d 0%n",
        kind,
        (double) nanos / count / (mixed ? 2 : 1),
        fills,
        notional,
        gone,
        resting);
    System.out.flush();
  }

  public static void main(String[] args) throws IOException {
    RivalBook rival = new RivalBook(Integer.parseInt(args[0]), Path.of(args[1]));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String kind = in.readLine(); kind != null; kind = in.readLine()) {
      rival.run(kind);
    }
  }
}
