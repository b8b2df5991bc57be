"""How like each other hollows are when marbles lie in some of them."""

import numpy as np
import pytest

from vision.finding.window import whole_likeness
from vision.joining.most import likeness_of_most

SIZE = (7, 7)
SIDE = 11  # nodes: the board and two around
TRUE = (2, 2)
TAKEN = 16


def nodes(seed, taken=TAKEN, noise=1.0, numbers=30, where=None):
    """(SIDE, SIDE, numbers) features: a board of hollows among others, marbles in some of them.

    Marbles of one series look alike as well.
    """
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(SIDE, SIDE, numbers))
    board = features[2:9, 2:9].reshape(49, numbers)
    hollow, *marbles = rng.normal(size=(3, numbers))
    board[:] = hollow + noise * board
    for index in rng.permutation(49)[:taken] if where is None else where:
        board[index] = marbles[index % 2] + 0.5 * rng.normal(size=numbers)
    features[2:9, 2:9] = board.reshape(7, 7, numbers)
    return features / np.linalg.norm(features, axis=2, keepdims=True)


def best_place(likeness, features):
    """Column, row of the window with the best score."""
    windows = [(c, r) for r in range(1, SIDE - 7) for c in range(1, SIDE - 7)]
    return max(windows, key=lambda at: likeness(features, *at, SIZE)[0])


@pytest.mark.parametrize("taken", [0, 8, TAKEN])
def test_the_board_has_the_best_score(taken):
    for seed in range(30):
        assert best_place(likeness_of_most, nodes(seed, taken)) == TRUE


@pytest.mark.parametrize("rank", [0, 3])
def test_a_rank_full_of_marbles_takes_little_from_it(rank):
    """By the worst rank, by which a bare board is told, half of it would be gone."""
    full = range(7 * rank, 7 * rank + 7)
    most, worst = (
        [
            likeness(nodes(seed, where=full), *TRUE, SIZE)[0]
            / likeness(nodes(seed, taken=0), *TRUE, SIZE)[0]
            for seed in range(30)
        ]
        for likeness in (likeness_of_most, whole_likeness)
    )
    assert min(most) > 0.75
    assert np.mean(worst) < 0.5


def test_of_nothing_in_particular_none_has_much():
    rng = np.random.default_rng(1)
    for _ in range(30):
        features = rng.normal(size=(9, 9, 30))
        features /= np.linalg.norm(features, axis=2, keepdims=True)
        score, *_ = likeness_of_most(features, 1, 1, SIZE)
        assert score < likeness_of_most(nodes(1), *TRUE, SIZE)[0] / 2


def test_it_goes_on_though_marbles_lie_on_the_row_beyond():
    features = nodes(2)
    score, *_ = likeness_of_most(features, *TRUE, SIZE)
    hollow = features[2:9, 2:9].reshape(49, -1)
    like = hollow @ hollow.mean(axis=0)
    features[1, 2:9] = hollow[like.argsort()[-7:]]
    features[1, 3:5] = hollow[like.argsort()[:2]]
    assert likeness_of_most(features, *TRUE, SIZE)[0] < score / 2
