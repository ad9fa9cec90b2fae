package dev.slipway.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes the desk's holdings from a fixed seed on real prices: 5,000 positions of the desk "Equity" in eight books, 30 %
 * stocks, 45 % European and 25 % Asian options, and 500 positions of another desk, which the demo's job must not read.
 */
record Portfolio(List<Book> books, List<Instrument> instruments, List<Position> positions) {
    private static final long SEED = 20221228;
    private static final int EQUITY_BOOKS = 8;
    private static final int EQUITY_POSITIONS = 5_000;
    private static final int HOUSE_POSITIONS = 500;
    private static final int[] STRIKE_PERCENTS = {80, 85, 90, 95, 100, 105, 110, 115, 120};
    private static final int[] MATURITY_MONTHS = {3, 6, 12, 24};

    record Book(int id, String desk, String name) {}

    record Instrument(int id, String kind, String symbol, String option, BigDecimal strike, LocalDate maturity) {}

    record Position(int id, int book, int instrument, int quantity) {}

    /** Makes the portfolio as of {@code day}, with strikes around {@code closes} (the last close of each symbol). */
    static Portfolio of(LocalDate day, Map<String, BigDecimal> closes) {
        List<Book> books = new ArrayList<>();
        for (int i = 1; i <= EQUITY_BOOKS; i++) {
            books.add(new Book(i, "Equity", "equity-" + i));
        }
        books.add(new Book(EQUITY_BOOKS + 1, "House", "house"));
        List<Instrument> instruments = instruments(day, closes);
        return new Portfolio(books, instruments, positions(instruments));
    }

    private static List<Instrument> instruments(LocalDate day, Map<String, BigDecimal> closes) {
        List<Instrument> made = new ArrayList<>();
        closes.forEach((symbol, close) -> {
            made.add(new Instrument(made.size() + 1, "stock", symbol, null, null, null));
            for (String kind : List.of("european", "asian")) {
                for (String option : List.of("call", "put")) {
                    for (int percent : STRIKE_PERCENTS) {
                        for (int months : MATURITY_MONTHS) {
                            made.add(new Instrument(
                                    made.size() + 1,
                                    kind,
                                    symbol,
                                    option,
                                    strike(close, percent),
                                    day.plusMonths(months)));
                        }
                    }
                }
            }
        });
        return made;
    }

    /** Returns a round strike, as exchanges list strikes. */
    private static BigDecimal strike(BigDecimal close, int percent) {
        return close.multiply(BigDecimal.valueOf(percent))
                .divide(BigDecimal.valueOf(100), 4, RoundingMode.HALF_EVEN)
                .round(new MathContext(3, RoundingMode.HALF_EVEN))
                .setScale(4, RoundingMode.UNNECESSARY);
    }

    private static List<Position> positions(List<Instrument> instruments) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Position> made = new ArrayList<>();
        for (int i = 1; i <= EQUITY_POSITIONS + HOUSE_POSITIONS; i++) {
            int book = i > EQUITY_POSITIONS ? EQUITY_BOOKS + 1 : 1 + random.nextInt(EQUITY_BOOKS);
            int part = i % 20;
            String kind = part < 6 ? "stock" : part < 15 ? "european" : "asian";
            List<Instrument> choice =
                    instruments.stream().filter(it -> it.kind().equals(kind)).toList();
            Instrument instrument = choice.get(random.nextInt(choice.size()));
            int lots = 1 + random.nextInt(20);
            // Three in ten options are sold short, and one in ten stocks.
            boolean sold = random.nextInt(10) < (kind.equals("stock") ? 1 : 3);
            made.add(new Position(i, book, instrument.id(), (sold ? -1 : 1) * lots * 10));
        }
        return made;
    }
}
