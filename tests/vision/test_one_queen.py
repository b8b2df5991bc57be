"""One Queen each, against every way to lay the marbles one by one."""

from itertools import product

import numpy as np
import pytest

from vision.reading.one_queen import LOOKS_WIDE, one_queen_each


def one_by_one(p):
    """The same by trying every board: slow and plain."""
    given = np.zeros_like(p)
    for kinds in product(range(p.shape[1]), repeat=len(p)):
        if kinds.count(2) <= 1 and kinds.count(4) <= 1:
            weight = np.prod([p[i, kind] for i, kind in enumerate(kinds)])
            for i, kind in enumerate(kinds):
                given[i, kind] += weight
    given /= given.sum(axis=1, keepdims=True)
    # What is no Queen after all may be an attack marble that looks wide.
    for row, before in zip(given, p, strict=True):
        rest, none = row[[0, 1, 3]].sum(), before[[0, 1, 3]].copy()
        none[1:] += LOOKS_WIDE * before[[2, 4]]
        row[[0, 1, 3]] = rest * none / none.sum()
    return given


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_all_boards_with_one_queen_each_say(seed):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(5, rng.choice([0.1, 0.5, 2.0])), 5)
    p = 0.998 * p + 0.002 / 5
    assert one_queen_each(p) == pytest.approx(one_by_one(p), abs=1e-9)


def test_where_no_queen_is_in_doubt_nothing_changes():
    p = np.full((49, 5), 0.0004)
    p[:, 0] = 0.9984
    assert one_queen_each(p) == pytest.approx(p, abs=2e-3)


def test_a_marble_that_may_be_a_queen_is_none_where_she_surely_lies_elsewhere():
    p = np.array([[0.0, 0.0, 0.0, 0.005, 0.995], [0.0, 0.0, 0.0, 0.48, 0.52]])
    assert one_queen_each(p).argmax(axis=1).tolist() == [4, 3]
    p = p[:, [0, 3, 4, 1, 2]]
    assert one_queen_each(p).argmax(axis=1).tolist() == [2, 1]


def test_what_looks_like_a_second_queen_is_an_attack_marble_rather_than_a_bare_hollow():
    p = np.array([[0.0, 0.01, 0.99, 0.0, 0.0], [0.07, 0.0, 0.93, 0.0, 0.0]])
    given = one_queen_each(p)
    assert given.argmax(axis=1).tolist() == [2, 1]
    assert given[1, 0] > 0.3, "but not surely"


def test_two_queens_of_unknown_series_stay_queens():
    p = np.array(
        [[0.0, 0.0, 0.5, 0.0, 0.5], [0.0, 0.0, 0.5, 0.0, 0.5], [0.96, 0.01, 0.01, 0.01, 0.01]]
    )
    given = one_queen_each(p)
    assert given[:2, [2, 4]] == pytest.approx(np.full((2, 2), 0.5), abs=1e-3)
    assert given[2, 0] > 0.97


@pytest.mark.parametrize("certain", [(0, 1), (0, 0)])
def test_impossible_certainties_give_finite_numbers(certain):
    p = np.zeros((3, 5))
    p[2, 0] = 1
    for row, series in enumerate(certain):
        p[row, 2 + 2 * series] = 1
    given = one_queen_each(p)
    assert np.isfinite(given).all()
    assert given.sum(axis=1) == pytest.approx(np.ones(3))
