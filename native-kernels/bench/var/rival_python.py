# SPDX-License-Identifier: Apache-2.0
"""The figures of numpy and JAX for `slipway bench var`: rival_python.py numpy|jax MARKET.

Time is the process's processor time, of one core (the script sees to that): the median of some spells.
"""
import json
import statistics
import sys
import time

import numpy as np

SPELLS = 5


def nanoseconds(run, values):
    """Returns nanoseconds of processor time for each of the values that a call makes, after one call to warm up."""
    run()
    spells = []
    for _ in range(SPELLS):
        start, calls = time.process_time(), 0
        while time.process_time() - start < 0.02 or calls == 0:
            run()
            calls += 1
        spells.append((time.process_time() - start) / calls / values * 1e9)
    return statistics.median(spells)


def off(mean, market):
    """Returns how far a mean over the scenarios is from the right one, in standard errors."""
    paths = market["asian_scenarios"] * market["paths"]
    return abs(mean - market["asian_mean"]) / (market["asian_deviation"] / paths**0.5)


def figure(cell, who, ns, error, allowed):
    """Prints a figure."""
    print(cell, who, f"{ns:.4f} {error:.3g} {allowed:.3g}")


def rows(market):
    """Returns spot, volatility and rate of the Asian options' scenarios in single precision."""
    n = market["asian_scenarios"]
    return [np.array(market[name][:n], np.float32) for name in ("spot", "volatility", "rate")]


def with_numpy(market):
    """Measures paths in numpy: all steps of all paths of some scenarios at once, which is where it is fastest."""
    spot, volatility, rate = rows(market)
    steps, paths, generator, group = market["fixings"], market["paths"], np.random.Generator(np.random.SFC64(1)), 16
    mean = [0.0]

    def run():
        total = 0.0
        for i in range(0, len(spot), group):
            v, r = volatility[i : i + group, None, None], rate[i : i + group, None, None]
            x = generator.standard_normal((group, steps, paths), dtype=np.float32)
            x *= v * np.float32((1 / steps) ** 0.5)
            x += (r - np.float32(0.5) * v * v) * np.float32(1 / steps)
            np.cumsum(x, axis=1, out=x)
            np.exp(x, out=x)
            average = x.mean(axis=1) * spot[i : i + group, None]
            paid = np.maximum(average - np.float32(market["asian_strike"]), 0).mean(axis=1)
            total += float((paid * np.exp(-r[:, 0, 0])).sum())
        mean[0] = total / len(spot)

    ns = nanoseconds(run, len(spot))
    figure("path_f32", "numpy", ns, off(mean[0], market), market["allowed_off"])


def with_jax(market):
    """Measures options in closed form and by paths in JAX, compiled."""
    import jax
    import jax.numpy as jnp

    spot, volatility, rate = (jnp.array(market[name], jnp.float32) for name in ("spot", "volatility", "rate"))
    years = jnp.repeat(jnp.array(market["years"], jnp.float32), len(market["strike"]))[:, None]
    strike = jnp.tile(jnp.array(market["strike"], jnp.float32), len(market["years"]))[:, None]

    @jax.jit
    def price(spot, volatility, rate):
        cash = strike * jnp.exp(-rate * years)
        deviation = volatility * jnp.sqrt(years)
        d1 = jnp.log(spot / cash) / deviation + 0.5 * deviation
        cdf = jax.scipy.special.ndtr
        return spot * cdf(d1) - cash * cdf(d1 - deviation)

    prices = np.array(price(spot, volatility, rate), np.float64)
    error = np.abs(prices.ravel() - np.array(market["price"])).max()
    ns = nanoseconds(lambda: price(spot, volatility, rate).block_until_ready(), prices.size)
    figure("bs_f32", "jax", ns, error, market["allowed_f32"])

    steps, paths = market["fixings"], market["paths"]
    spot, volatility, rate = (jnp.array(row) for row in rows(market))

    @jax.jit
    def asian(key, spot, volatility, rate):
        z = jax.random.normal(key, (steps, spot.size, paths), jnp.float32)
        v, r = volatility[None, :, None], rate[None, :, None]
        x = jnp.cumsum((r - 0.5 * v * v) / steps + v * (1 / steps) ** 0.5 * z, axis=0)
        average = spot[:, None] * jnp.exp(x).mean(axis=0)
        paid = jnp.maximum(average - market["asian_strike"], 0).mean(axis=1)
        return (paid * jnp.exp(-rate)).mean()

    keys = list(jax.random.split(jax.random.key(1), 4096))
    last = [0.0]

    def run():
        last[0] = asian(keys.pop(), spot, volatility, rate).block_until_ready()

    ns = nanoseconds(run, spot.size)
    figure("path_f32", "jax", ns, off(float(last[0]), market), market["allowed_off"])


def main():
    """Runs one of the two."""
    with open(sys.argv[2], encoding="utf-8") as file:
        market = json.load(file)
    {"numpy": with_numpy, "jax": with_jax}[sys.argv[1]](market)


main()
