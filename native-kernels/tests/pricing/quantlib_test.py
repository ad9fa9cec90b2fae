"""Compares the values of pricing with those of QuantLib, which works them out at the same time.

    quantlib_test.py PRICE-LINES

Each kind that QuantLib has is drawn some times over: terms and market at random, by a fixed seed. PRICE-LINES is the
program of that name, which values the same terms by pricing. Closed forms agree to TOLERANCE of a notional or price of
about 100; Monte Carlo to 4.5 standard errors of the difference.
"""

import random
import subprocess
import sys

import QuantLib as ql

TOLERANCE = 1e-10
TODAY = ql.Date(23, 11, 2026)
DAYS = ql.Actual365Fixed()
NONE = ql.NullCalendar()
CALL, PUT = 0, 1
STEPS = {1: 365, 5: 73}  # payments a year whose steps are whole days


def years(days):
    """Returns the time of a number of days, as the callers of pricing count it."""
    return days / 365


class Market:
    """Levels of a market, as terms of a line and as curves and quotes of QuantLib."""

    def __init__(self, draw, negative=True):
        low = -0.005 if negative else 0.005
        self.levels = {"price": draw(80, 120), "volatility": draw(0.1, 0.5), "rate": draw(low, 0.08), "yield": draw(0, 0.06),
                       "short": draw(low, 0.05), "middle": draw(0.01, 0.06), "long": draw(0.02, 0.07)}

    def curve(self, number):
        """Returns curve 0 (flat), 1 (flat yield) or 2 (three points, flat outside of them)."""
        if number < 2:
            rate = self.levels["rate" if number == 0 else "yield"]
            return ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, DAYS))
        rates = [self.levels[name] for name in ("short", "short", "middle", "long", "long")]
        dates = [TODAY + days for days in (0, 365, 5 * 365, 10 * 365, 100 * 365)]
        curve = ql.ZeroCurve(dates, rates, DAYS, NONE, ql.Linear(), ql.Continuous)
        return ql.YieldTermStructureHandle(curve)

    def process(self, curve, price="price", volatility="volatility", dividends=True):
        """Returns the process of Black, Scholes and Merton of one price."""
        surface = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(TODAY, NONE, self.levels[volatility], DAYS))
        yields = self.curve(1) if dividends else ql.YieldTermStructureHandle(ql.FlatForward(TODAY, 0.0, DAYS))
        spot = ql.QuoteHandle(ql.SimpleQuote(self.levels[price]))
        return ql.BlackScholesMertonProcess(spot, yields, self.curve(curve), surface)


def payoff_type(option):
    """Returns QuantLib's name for a call or a put."""
    return ql.Option.Call if option == CALL else ql.Option.Put


def value(instrument, engine):
    """Returns the value of an instrument by an engine."""
    instrument.setPricingEngine(engine)
    return instrument.NPV()


def dates_until(days, per_year):
    """Returns the ends of periods back from maturity, the first of them today or before."""
    dates = [days]
    while dates[0] > 0:
        dates.insert(0, dates[0] - STEPS[per_year])
    return [TODAY + date for date in dates]


def schedule(days, per_year):
    """Returns these dates as a schedule of whole periods."""
    dates = dates_until(days, per_year)
    return ql.Schedule(ql.DateVector(dates), NONE, ql.Unadjusted, ql.Unadjusted, ql.Period(STEPS[per_year], ql.Days),
                       ql.DateGeneration.Backward, False, ql.BoolVector([True] * (len(dates) - 1)))


# --- kinds: each returns the terms of a line and the value of QuantLib, with its error ---


def option_terms(draw, curve):
    """Draws the terms of a European option."""
    days = draw.whole(5, 1500)
    return {"option": draw.whole(0, 1), "strike": draw(80, 120), "maturity": years(days), "curve": curve}, TODAY + days


def european(draw, market):
    """A European option."""
    terms, expiry = option_terms(draw, draw.whole(0, 2))
    payoff = ql.PlainVanillaPayoff(payoff_type(terms["option"]), terms["strike"])
    option = ql.VanillaOption(payoff, ql.EuropeanExercise(expiry))
    return terms, value(option, ql.AnalyticEuropeanEngine(market.process(terms["curve"]))), 0


def digital(draw, market):
    """A digital option."""
    terms, expiry = option_terms(draw, draw.whole(0, 2))
    terms["payout"] = draw(1, 50)
    payoff = ql.CashOrNothingPayoff(payoff_type(terms["option"]), terms["strike"], terms["payout"])
    option = ql.VanillaOption(payoff, ql.EuropeanExercise(expiry))
    return terms, value(option, ql.AnalyticEuropeanEngine(market.process(terms["curve"]))), 0


def barrier_terms(draw, market, terms):
    """Adds a barrier that the price is in front of, and returns QuantLib's name for it."""
    up, out = draw.whole(0, 1), draw.whole(0, 1)
    distance = draw(1.01, 1.3)
    terms["barrier"] = market.levels["price"] * (distance if up else 1 / distance)
    terms.update(direction=0 if up else 1, knock=out, rebate=draw(0, 5))
    names = {(1, 1): ql.Barrier.UpOut, (1, 0): ql.Barrier.UpIn, (0, 1): ql.Barrier.DownOut, (0, 0): ql.Barrier.DownIn}
    return names[up, out]


def barrier(draw, market):
    """A barrier option that is watched continuously."""
    terms, expiry = option_terms(draw, draw.whole(0, 2))
    kind = barrier_terms(draw, market, terms)
    payoff = ql.PlainVanillaPayoff(payoff_type(terms["option"]), terms["strike"])
    option = ql.BarrierOption(kind, terms["barrier"], terms["rebate"], payoff, ql.EuropeanExercise(expiry))
    return terms, value(option, ql.AnalyticBarrierEngine(market.process(terms["curve"]))), 0


def forward(draw, market):
    """A forward on a currency or a commodity, by QuantLib's discount factors."""
    days = draw.whole(1, 3000)
    terms = {"strike": draw(80, 120), "maturity": years(days), "curve": draw.whole(0, 2)}
    spot = market.levels["price"] * market.curve(1).discount(TODAY + days)
    return terms, spot - terms["strike"] * market.curve(terms["curve"]).discount(TODAY + days), 0


def deposit(draw, market):
    """A deposit: a bond without coupon whose redemption is notional and interest, less what goes out at the start."""
    start, length = draw.whole(-100, 100), draw.whole(110, 700)
    terms = {"simple": draw(0, 0.06), "start": years(start), "maturity": years(start + length), "curve": draw.whole(0, 2)}
    curve = market.curve(terms["curve"])
    back = 100 * ql.InterestRate(terms["simple"], DAYS, ql.Simple, ql.Annual).compoundFactor(years(length))
    bond = ql.ZeroCouponBond(0, NONE, 100.0, TODAY + start + length, ql.Unadjusted, back)
    out = 100 * curve.discount(TODAY + start) if start > 0 else 0
    return terms, value(bond, ql.DiscountingBondEngine(curve)) - out, 0


def bond_terms(draw):
    """Draws the terms that bonds share."""
    days, per_year = draw.whole(10, 5000), draw.choice([1, 5])
    return {"per_year": per_year, "maturity": years(days), "curve": draw.whole(0, 2)}, days, per_year


def fixed_bond(draw, market):
    """A bond with a fixed coupon."""
    terms, days, per_year = bond_terms(draw)
    terms["coupon"] = draw(0, 0.08)
    bond = ql.FixedRateBond(0, 100.0, schedule(days, per_year), [terms["coupon"]], DAYS)
    return terms, value(bond, ql.DiscountingBondEngine(market.curve(terms["curve"]))), 0


def inflation_bond(draw, market):
    """A bond with a fixed coupon by the curve of real rates, times the index."""
    terms, real, error = fixed_bond(draw, market)
    terms["base"] = draw(70, 110)
    return terms, real * market.levels["price"] / terms["base"], error


def index_of(market, curve, per_year):
    """Returns an index of simple rates over one period."""
    ql.IndexManager.instance().clearHistories()
    tenor = ql.Period(STEPS[per_year], ql.Days)
    return ql.IborIndex("rates", tenor, 0, ql.EURCurrency(), NONE, ql.Unadjusted, False, DAYS, market.curve(curve))


def floating_terms(draw, market):
    """Draws a floating leg, and returns the index with the rate of the period that runs."""
    terms, days, per_year = bond_terms(draw)
    terms.update(current=draw(0, 0.05), forward_curve=draw.whole(0, 2))
    index = index_of(market, terms["forward_curve"], per_year)
    index.addFixing(dates_until(days, per_year)[0], terms["current"])
    return terms, schedule(days, per_year), index


def floating_bond(draw, market):
    """A bond with a floating coupon."""
    terms, dates, index = floating_terms(draw, market)
    terms["spread"] = draw(-0.01, 0.02)
    bond = ql.FloatingRateBond(0, 100.0, dates, index, DAYS, ql.Unadjusted, 0, [1.0], [terms["spread"]])
    return terms, value(bond, ql.DiscountingBondEngine(market.curve(terms["curve"]))), 0


def swap(draw, market):
    """An interest rate swap."""
    terms, dates, index = floating_terms(draw, market)
    terms.update(side=draw.whole(0, 1), simple=draw(0, 0.06))
    side = ql.Swap.Payer if terms["side"] == 0 else ql.Swap.Receiver
    found = ql.VanillaSwap(side, 100.0, dates, terms["simple"], DAYS, dates, index, 0.0, DAYS)
    return terms, value(found, ql.DiscountingSwapEngine(market.curve(terms["curve"]))), 0


def mortgage(draw, market):
    """A mortgage: a bond whose notional falls by level payments. The notionals are worked out here."""
    terms, days, per_year = bond_terms(draw)
    terms["simple"] = draw(0.001, 0.08)
    dates, rate = dates_until(days, per_year), terms["simple"] / per_year
    count = len(dates) - 1
    payment = 100 * rate / (1 - (1 + rate) ** -count)
    balances = [100.0]
    for _ in range(count - 1):
        balances.append(balances[-1] * (1 + rate) - payment)
    bond = ql.AmortizingFixedRateBond(0, balances, schedule(days, per_year), [terms["simple"]], DAYS)
    return terms, value(bond, ql.DiscountingBondEngine(market.curve(terms["curve"]))), 0


# --- kinds by Monte Carlo ---


def simulated(instrument, engine):
    """Returns value and standard error."""
    found = value(instrument, engine)
    return found, instrument.errorEstimate()


def asian(draw, market):
    """An option on the arithmetic average, some of whose fixings have passed."""
    days, count, past = draw.whole(12, 24) * 30, 12, draw.whole(0, 4)
    step = days // 12
    first = days - step * (count - 1)
    if past:
        first = -step * past + step // 2
        days = first + step * (count - 1)
    terms = {"option": draw.whole(0, 1), "strike": draw(90, 110), "maturity": years(days), "curve": draw.whole(0, 2),
             "first_fixing": years(first), "fixings": count, "realised": draw(90, 110)}
    dates = [TODAY + first + step * i for i in range(past, count)]
    payoff = ql.PlainVanillaPayoff(payoff_type(terms["option"]), terms["strike"])
    option = ql.DiscreteAveragingAsianOption(ql.Average.Arithmetic, past * terms["realised"], past, dates, payoff,
                                             ql.EuropeanExercise(TODAY + days))
    engine = ql.MCDiscreteArithmeticAPEngine(market.process(terms["curve"]), "pseudorandom", requiredSamples=20000, seed=5)
    return (terms, *simulated(option, engine))


def discrete_barrier(draw, market):
    """A barrier option that is watched at the steps of QuantLib's paths, without its correction for what lies between."""
    days, count = draw.whole(1, 4) * 120, 12
    terms = {"option": draw.whole(0, 1), "strike": draw(90, 110), "maturity": years(days), "curve": 0,
             "first_fixing": years(days) / count, "fixings": count}
    kind = barrier_terms(draw, market, terms)
    payoff = ql.PlainVanillaPayoff(payoff_type(terms["option"]), terms["strike"])
    option = ql.BarrierOption(kind, terms["barrier"], terms["rebate"], payoff, ql.EuropeanExercise(TODAY + days))
    engine = ql.MCBarrierEngine(market.process(0), "pseudorandom", timeSteps=count, requiredSamples=20000, isBiased=True,
                                seed=5)
    return (terms, *simulated(option, engine))


def basket(draw, market):
    """An option on the weighted sum of three prices."""
    for name in ("2", "3"):
        market.levels.update({"price" + name: draw(80, 120), "volatility" + name: draw(0.1, 0.5)})
    days = draw.whole(100, 800)
    terms = {"option": draw.whole(0, 1), "strike": draw(90, 110), "maturity": years(days), "curve": 0,
             "correlation": draw(-0.3, 0.9), "weight": draw(0.2, 0.5), "weight2": draw(0.1, 0.4), "weight3": draw(0.1, 0.4)}
    processes = [market.process(0, "price" + name, "volatility" + name, dividends=False) for name in ("", "2", "3")]
    correlations = ql.Matrix(3, 3)
    for i in range(3):
        for k in range(3):
            correlations[i][k] = 1.0 if i == k else terms["correlation"]
    payoff = ql.PlainVanillaPayoff(payoff_type(terms["option"]), terms["strike"])
    weights = ql.Array([terms["weight"], terms["weight2"], terms["weight3"]])
    option = ql.BasketOption(ql.AverageBasketPayoff(payoff, weights), ql.EuropeanExercise(TODAY + days))
    engine = ql.MCEuropeanBasketEngine(ql.StochasticProcessArray(processes, correlations), "pseudorandom", timeSteps=1,
                                       requiredSamples=20000, seed=5)
    return (terms, *simulated(option, engine))


KINDS = {"european": (european, 200), "digital": (digital, 100), "barrier": (barrier, 300), "fx-forward": (forward, 50),
         "commodity-forward": (forward, 50), "deposit": (deposit, 50), "fixed-bond": (fixed_bond, 50),
         "inflation-bond": (inflation_bond, 20), "floating-bond": (floating_bond, 50), "swap": (swap, 50),
         "mortgage": (mortgage, 50), "asian": (asian, 6), "discrete-barrier": (discrete_barrier, 6), "basket": (basket, 6)}


class Draw:
    """Draws terms by a seed."""

    def __init__(self, seed):
        self.numbers = random.Random(seed)

    def __call__(self, low, high):
        return self.numbers.uniform(low, high)

    def whole(self, low, high):
        """Returns a whole number from low to high."""
        return self.numbers.randint(low, high)

    def choice(self, values):
        """Returns one of some values."""
        return self.numbers.choice(values)


def line_of(kind, terms, market):
    """Returns the line for price-lines."""
    return " ".join([kind] + [f"{name}={number!r}" for name, number in {**terms, **market.levels}.items()])


def main(program):
    """Draws all kinds, values them by both, and compares. Returns the exit status."""
    ql.Settings.instance().evaluationDate = TODAY
    draw, lines, wanted = Draw(19), [], []
    for kind, (make, count) in KINDS.items():
        for _ in range(count):
            market = Market(draw, negative=kind not in ("barrier", "discrete-barrier"))
            terms, number, error = make(draw, market)
            lines.append(line_of(kind, terms, market))
            wanted.append((kind, number, error))
    output = subprocess.run([program], input="\n".join(lines) + "\n", text=True, check=True, capture_output=True).stdout
    found = [tuple(map(float, line.split())) for line in output.splitlines()]
    if len(found) != len(wanted):
        sys.exit(f"not ok: {len(found)} values for {len(wanted)} lines")
    return compare(lines, wanted, found)


def compare(lines, wanted, found):
    """Prints the largest difference of each kind, and each that is too large. Returns the exit status."""
    failed, largest = 0, {}
    for line, (kind, number, error), (ours, our_error) in zip(lines, wanted, found):
        bound = 4.5 * (error**2 + our_error**2) ** 0.5 if error else TOLERANCE
        share = abs(ours - number) / bound
        largest[kind] = max(largest.get(kind, 0), share)
        if not share <= 1:
            failed = 1
            print(f"not ok: {ours:.12g}, QuantLib {number:.12g}, tolerance {bound:.3g}: {line}")
    for kind, share in largest.items():
        print(f"{'ok' if share <= 1 else 'not ok'} {kind}: {KINDS[kind][1]} values, at most {share:.2g} of the tolerance apart")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
