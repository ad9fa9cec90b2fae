/* SPDX-License-Identifier: Apache-2.0 */
/* The figure of QuantLib for `slipway bench var`: a discretely averaged Asian option by its Monte Carlo engine, valued again
 * in each scenario by quotes that move. Reads what bench-var-market --scenarios prints. */
#include <ctime>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

#include <ql/exercise.hpp>
#include <ql/instruments/asianoption.hpp>
#include <ql/pricingengines/asian/mc_discr_arith_av_price.hpp>
#include <ql/processes/blackscholesprocess.hpp>
#include <ql/quotes/simplequote.hpp>
#include <ql/settings.hpp>
#include <ql/termstructures/volatility/equityfx/blackconstantvol.hpp>
#include <ql/termstructures/yield/flatforward.hpp>
#include <ql/time/calendars/nullcalendar.hpp>
#include <ql/time/daycounters/actual365fixed.hpp>

using namespace QuantLib;

struct Scenario {
    double spot, volatility, rate;
};

static double seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

int main() {
    int fixings, paths;
    double strike, mean, deviation;
    if (!(std::cin >> fixings >> paths >> strike >> mean >> deviation))
        return 1;
    std::vector<Scenario> scenarios;
    for (Scenario s; std::cin >> s.spot >> s.volatility >> s.rate;)
        scenarios.push_back(s);

    const Date today(1, January, 2025);
    const DayCounter days = Actual365Fixed();
    Settings::instance().evaluationDate() = today;
    auto spot = ext::make_shared<SimpleQuote>(100.0), volatility = ext::make_shared<SimpleQuote>(0.2),
         rate = ext::make_shared<SimpleQuote>(0.05);
    auto process = ext::make_shared<BlackScholesProcess>(
        Handle<Quote>(spot),
        Handle<YieldTermStructure>(ext::make_shared<FlatForward>(today, Handle<Quote>(rate), days)),
        Handle<BlackVolTermStructure>(
            ext::make_shared<BlackConstantVol>(today, NullCalendar(), Handle<Quote>(volatility), days)));
    std::vector<Date> dates;
    for (int k = 1; k <= fixings; k++)
        dates.push_back(today + Integer(std::lround(365.0 * k / fixings)));
    DiscreteAveragingAsianOption option(Average::Arithmetic, 0.0, 0, dates,
                                        ext::make_shared<PlainVanillaPayoff>(Option::Call, strike),
                                        ext::make_shared<EuropeanExercise>(dates.back()));
    option.setPricingEngine(
        MakeMCDiscreteArithmeticAPEngine<PseudoRandom>(process).withSamples(Size(paths)).withSeed(1));

    std::vector<double> spells;
    double sum = 0;
    for (int spell = 0; spell < 3; spell++) {
        sum = 0;
        const double start = seconds();
        for (const Scenario &s : scenarios) {
            spot->setValue(s.spot);
            volatility->setValue(s.volatility);
            rate->setValue(s.rate);
            sum += option.NPV();
        }
        spells.push_back(1e9 * (seconds() - start) / double(scenarios.size()));
    }
    std::sort(spells.begin(), spells.end());
    /* The engine draws the same numbers each time, so the scenarios share their paths. */
    const double off = std::fabs(sum / double(scenarios.size()) - mean) / (deviation / std::sqrt(double(paths)));
    std::printf("path_f32 quantlib %.4f %.3g 5\n", spells[1], off);
    return 0;
}
