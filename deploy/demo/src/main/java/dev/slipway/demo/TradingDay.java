package dev.slipway.demo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a trading day from a fixed seed: accounts with money and shares, and requests from 09:30 to 16:00, most of them
 * in the first and the last hour. The price of each symbol walks at random, and orders lie around the price. One
 * request in twenty cancels an order of the same account, and one in thirty queries an order.
 */
record TradingDay(List<Account> accounts, List<Position> positions, List<Request> requests) {
    /** The number of requests of the demo's day. */
    static final int COUNT = 50_000;

    private static final long SEED = 20220401;
    private static final int ACCOUNTS = 500;
    private static final LocalTime OPEN = LocalTime.of(9, 30);
    private static final long OPEN_MICROS = ChronoUnit.MICROS.between(OPEN, LocalTime.of(16, 0));
    /** The most requests from an order to the request that cancels or queries that order. */
    private static final int RECENT = 500;

    private static final double STEP = 0.0003;
    private static final double SPREAD = 0.001;

    /** Holds a row of {@code exchange.trading_account}. */
    record Account(long account, BigDecimal balance) {}

    /** Holds a row of {@code exchange.opening_position}. */
    record Position(long account, String symbol, BigDecimal shares) {}

    /** Holds a row of {@code exchange.request}. A query and a cancel have no symbol, amount and price. */
    record Request(
            long id,
            LocalTime at,
            long account,
            String kind,
            String symbol,
            BigDecimal amount,
            BigDecimal price,
            Long request) {}

    /** Holds a symbol and the price to which the random walk has led. */
    private static final class Walk {
        private final String symbol;
        private double price;

        Walk(String symbol, double price) {
            this.symbol = symbol;
            this.price = price;
        }
    }

    /** Makes a day of {@code count} requests. */
    static TradingDay of(int count) {
        List<Walk> walks = List.of(
                new Walk("AMBER", 100), new Walk("BASALT", 101.5), new Walk("COBALT", 98.5), new Walk("DOLERITE", 103));
        List<Account> accounts = new ArrayList<>();
        List<Position> positions = new ArrayList<>();
        for (long account = 1; account <= ACCOUNTS; account++) {
            accounts.add(new Account(account, new BigDecimal("1000000")));
            for (Walk walk : walks) {
                positions.add(new Position(account, walk.symbol, new BigDecimal("10000")));
            }
        }
        return new TradingDay(accounts, positions, requests(walks, count));
    }

    private static List<Request> requests(List<Walk> walks, int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Request> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            LocalTime at = OPEN.plus((long) (OPEN_MICROS * time((i + 0.5) / count)), ChronoUnit.MICROS);
            double kind = random.nextDouble();
            Request recent = i == 0 ? null : requests.get(i - 1 - random.nextInt(Math.min(i, RECENT)));
            if (recent != null && recent.kind().equals("order") && kind < 1.0 / 12) {
                requests.add(new Request(
                        i + 1L, at, recent.account(), kind < 0.05 ? "cancel" : "query", null, null, null, recent.id()));
            } else {
                requests.add(order(i + 1L, at, walks.get(random.nextInt(walks.size())), random));
            }
        }
        return requests;
    }

    /**
     * Returns the part of the day that has passed when this part of the requests has come. The middle of the day is
     * quiet.
     */
    private static double time(double part) {
        double fromMiddle = 2 * part - 1;
        return 0.5 + 0.5 * Math.signum(fromMiddle) * Math.pow(Math.abs(fromMiddle), 0.7);
    }

    private static Request order(long id, LocalTime at, Walk walk, SplittableRandom random) {
        walk.price *= 1 + STEP * normal(random);
        BigDecimal price =
                BigDecimal.valueOf(walk.price * (1 + SPREAD * normal(random))).setScale(2, RoundingMode.HALF_EVEN);
        BigDecimal shares = BigDecimal.valueOf(1 + random.nextInt(200), 0);
        if (random.nextInt(10) == 0) {
            shares = shares.add(new BigDecimal("0.25"));
        }
        return new Request(
                id,
                at,
                1 + random.nextInt(ACCOUNTS),
                "order",
                walk.symbol,
                random.nextBoolean() ? shares : shares.negate(),
                price,
                null);
    }

    /** Returns a nearly normal number of variance 1: the sum of twelve uniform numbers less 6. */
    private static double normal(SplittableRandom random) {
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }
}
