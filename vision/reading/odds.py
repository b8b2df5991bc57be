"""Bare, a marble, or hidden by something else: how probable each is, by what a hollow shows."""

from __future__ import annotations

from math import log

import numpy as np

from vision.camera.sampling import percentile
from vision.reading.around import around
from vision.reading.evidence import Evidence
from vision.reading.grain import KEPT, SOME
from vision.reading.imagined import AT_MOST, as_wood, bare_after_all, painted_over
from vision.reading.in_light import LIGHTER_BY, LIGHTEST, lighter_than_lamps, lighter_wood
from vision.reading.outline import like_shadow
from vision.reading.traces import AS_LIGHT, Traces
from vision.types import BoardSpec, Floats

# Unlikeness to the bare hollow below which it is bare: half a dozen grey levels in a
# hundred, and what the frame's own noise makes of a mean over many pixels.
BARE, BARE_NOISE = 0.055, 1.8
# Dark hollows may be noisier than the wood tells, most of all in the colours of a phone at night.
# Those that show so much of their shading, if they are so large a share of all, tell it: of 6,266
# bare ones in 156 pictures without hands 3 in 100 were more than twice as unlike as their lower
# quartile. That is 1.4 times the wood's noise, 2.9 at most: then about half of it was told.
SHADED_WELL, SHARE, TWICE, HALF = 0.7, 0.25, 2.0, 0.5
# Whatever hides a hollow takes the bare one's own light and dark away, and brings its own:
# it is at least as unlike as those are strong. Well below that nothing hides it.
HIDDEN = 0.65
# The same, where it is foretold: of 1,773 hollows under drawn folds of cloth none was below 0.66.
VEILED = 0.5
SOFT = 0.12  # of the logarithm of unlikeness: how soft that limit is
DENT = 0.35  # of the bare hollow's shading that must be there: softer light leaves more
# Correlation of its fine detail with the bare hollow's that marbles don't have (of 1,661 none had
# more than 0.69), and how probable it then is that nothing hides it. And that of the wood about
# it, some of which a hand may leave in view.
GRAINED, SHOWN, UNHIDDEN = 0.8, 0.95, 0.85
# So little (log) at most may what a hard shadow crosses differ from as it was, and from a shadow,
# by the noise; of 1,012 marbles that showed the hollow's shading none had less than 0.17, clear
# glass in a flash 0.05 where there was next to no noise.
CROSSED, CROSSED_NOISE, MOST_CROSSED = 0.01, 4.5, 0.1
# Of the detail that bare hollows keep in the same picture: a hollow that surely has less is
# hidden, though what hides it be as light and as smooth as a dent in the dusk.
GONE = 1 / 3
FEW = 3  # hollows that tell how much detail is kept
SURELY = 3  # standard errors
SHADED = 0.75  # probability that what looks like a shadow in a hollow is one
# A hard shadow takes so much (log) of the light that most of the wood has; one half as dark tells
# too, where some of the hollow's own grain is seen in it.
HARD_SHADOW = 0.33
# An outline in 36 directions is about twelve witnesses, since a border or a shadow takes
# up some 30 degrees. On a marble four in five see it, on anything else one in three.
WITNESSES, ON_MARBLES, ELSEWHERE = 12, 0.8, 0.35
# Log odds: an outline may be lost as a whole, on wood as light as the marble and in a low sun's
# shadows. Of 5,133 marbles that no hand was near 0.7 in 100 had it in less than 0.45 of the
# directions; of 2,481 other things and shadows 77 in 100.
LOST = -4.5
# In none of the directions, and so much more in all of them.
_MISSING = WITNESSES * log((1 - ON_MARBLES) / (1 - ELSEWHERE))
_THERE = WITNESSES * log(ON_MARBLES / ELSEWHERE) - _MISSING
# Looks have heavy tails: log odds fall with the distance itself, not its square. A look
# this far from its series, in root mean squared deviations, is as likely anything else's.
LOOK_ODDS, LIKE_OTHERS = 3.2, 1.35
# So near a series' look, and ending where its marbles do, nothing is surely bare: of 15,478 bare
# hollows four were so, of 14 marbles that looked bare six, all of silver glass on one board.
JUST_LIKE = 0.5
# Nor what is unusual for a bare one, of whose detail little is seen, in a series' colours: on wood
# with faint hollows clear glass is. Of 12,026 hollows of 66 boards, surely bare by all else, six
# were so, all of them glass, on one board: it is rather a marble.
GLASSY = 0.4
# Nor what is so much darker than the wood about it as no dent is in the shade, and ends all round
# where a marble does, if it has a series' look or none is known: of 7,242 bare hollows ten were so
# dark, none with more than 0.58 of an outline; of 1,913 marbles 62, smoky and clear glass, that
# passed for bare hollows in a shadow.
ALL_ROUND, TINY = 0.7, 1e-6
# Where no hand reaches in over the edge, next to nothing but marbles comes to lie on a hollow.
IN_THE_OPEN = 2.0
TOO_STRANGE = 1 / (1 + np.exp(IN_THE_OPEN))  # even then it would rather be none
PLAIN_CIRCLE = 2.5  # log odds
# Hollows from one that a hand hides to its fingertips, over what lies between: a finger's last
# two bones are less than two pitches long.
HAND_REACHES = 2
# What lies in a hollow and changes nothing beyond is a marble, though its outline be lost: a
# finger, the thinnest thing that hides one, comes from somewhere and crosses 7 of the 54 blocks
# of wood about it. Of 1,084 strange hollows that hands hid none was so, of 16 strange marbles nine.
CONTAINED = 4.0  # log odds
ACROSS = 0.08  # share of those blocks that may have changed all the same: a reflection, caustics
# By how much (log) more than the lamp: of the change of the core, and at the most; and that lamp.
LIKE_CORE, MUCH, NOISES, OTHER_LIGHT = 0.25, 0.2, 4.0, 0.1
DARKER = 0.7  # log: what no dent loses because its lamp has moved
STILL = 1 / 3  # of all hollows: where so many look bare and shaded as ever, no lamp has moved
SURE = 0.9  # of what is seen: then it counts as seen, and is remembered when a hand comes


def bareness(e: Evidence, away: Floats) -> tuple[Floats, np.ndarray]:
    """(n,) probability that the hollow is bare; (n,) bool, its own look shows that it is.

    Args:
        e: of all hollows.
        away: (n,) distance from the nearer series' look, as of `genuine_by`.
    """
    unlike = np.maximum(e.unlike_bare, 1e-4)
    allowed = np.maximum(_by_noise(e), HIDDEN * e.structure)
    dented = logistic((e.dent - DENT) / 0.05)
    p_bare = logistic(-np.log(unlike / allowed) / SOFT) * dented
    if e.imagined is not None:
        # What it was imagined to look like may be wrong.
        np.maximum(p_bare, dented * bare_after_all(e, e.imagined), out=p_bare)
        np.maximum(p_bare, AT_MOST, out=p_bare, where=as_wood(e, e.imagined))
    shown = (p_bare > SURE) & (unlike < HIDDEN * e.structure)
    ends = _by_outline(e.traces.outline) > 0
    grained = _grained(e, ends)
    np.maximum(p_bare, SHOWN, out=p_bare, where=grained)
    # What ends where a marble does, in the colours of a series, is no shade among wood: of 21 that
    # seemed to be nine were marbles, up to 0.81 away, and twelve were bare, 0.77 and more.
    among = among_wood(e.traces) & ~((away < LIKE_OTHERS) & ends)
    np.maximum(p_bare, SHADED, out=p_bare, where=among)
    # Its own light and dark is better proof: a camera's focus may wander on one side alone.
    gone = _grain_is_gone(e.traces, p_bare > SURE) & ~shown
    np.minimum(p_bare, 1 - SHOWN, out=p_bare, where=gone)
    # Where a shadow has left a hollow it shows at least the shading that it had.
    lighter = lighter_wood(e.traces) & (e.dent < 1)
    if lighter.any():
        np.minimum(p_bare, 1 - SHOWN, out=p_bare, where=lighter & ~(shown | grained))
    in_its_light = logistic(-lighter_than_lamps(e.traces, p_bare > 0.5) / LIGHTER_BY)
    shown = (shown | (grained | among) & ~gone) & (in_its_light > 0.5)
    p_bare = np.minimum(p_bare, in_its_light)
    crossed = _crossed(e)
    np.maximum(p_bare, SHOWN, out=p_bare, where=crossed)
    if (e.traces.veiled < VEILED).any():
        # In a veil of light it looks unlike in all this, and yet as a bare one must there.
        veiled = logistic(-np.log(np.maximum(e.traces.veiled, 1e-4) / VEILED) / SOFT)
        np.maximum(p_bare, veiled, out=p_bare, where=veiled > 0.5)
        shown |= veiled > SURE
    # Glass as light as the wood may hide a hollow and look no less like it.
    just_like = (away < JUST_LIKE) & ends
    np.minimum(p_bare, SHADED, out=p_bare, where=just_like)
    glassy = _unusual(e) & (e.traces.grain < SOME) & (away < LIKE_OTHERS) & ~crossed
    np.minimum(p_bare, GLASSY, out=p_bare, where=glassy)
    dark = _dark_disc(e) & (away < LIKE_OTHERS + TINY)
    np.minimum(p_bare, 1 - SHOWN, out=p_bare, where=dark)
    return p_bare, shown & ~(just_like | glassy | dark)


def _dark_disc(e: Evidence) -> np.ndarray:
    """(n,) bool: darker than in any shade, to a marble's outline, and no lamp has moved."""
    darker = e.traces.beyond_light[0] < -AS_LIGHT
    dark: np.ndarray = darker & (e.traces.outline > ALL_ROUND) & _same_lamp(e)
    return dark


def _same_lamp(e: Evidence) -> bool:
    """Whether so many hollows look bare and shaded as ever that no lamp has moved."""
    as_ever = (e.dent > SHADED_WELL) & (e.unlike_bare < BARE + BARE_NOISE * e.noise)
    return bool(np.count_nonzero(as_ever) > STILL * len(as_ever))


def _grained(e: Evidence, ends: np.ndarray) -> np.ndarray:
    """(n,) bool: unlike, as in a shadow, and yet its own grain is seen, not imagined in glass."""
    grained: np.ndarray = (e.traces.grain > GRAINED) & ~_coloured_glass(e.traces, ends)
    return grained if e.imagined is None else grained & ~(painted_over(e.imagined) & ends)


def _crossed(e: Evidence) -> np.ndarray:
    """(n,) bool: some of it is as ever and a hard shadow lies on the rest, see `crossing`.

    Nobody knows what is as ever where the bare look was imagined.
    """
    as_ever, shadow, dark = e.traces.crossed.T
    limit = min(CROSSED + CROSSED_NOISE * e.noise, MOST_CROSSED)
    bare = (np.maximum(as_ever, shadow) < limit) & (dark < -HARD_SHADOW / 2)
    crossed: np.ndarray = bare & (e.traces.dent > SHADED_WELL)
    return crossed if e.imagined is None else crossed & (e.imagined == 0)


def changed(e: Evidence) -> np.ndarray:
    """(n,) bool: what is there differs from the bare hollow by more than noise, whatever it is."""
    unlike = e.unlike_bare > (BARE + BARE_NOISE * e.noise) / 2
    different: np.ndarray = unlike | (e.dent < SHADED_WELL)
    return different


def in_another_light(e: Evidence) -> np.ndarray:
    """(n,) bool: what is there has the colour of the hollow, in another light: it may be bare."""
    level, tint = e.traces.beyond_light
    alike: np.ndarray = (tint < e.traces.most_tint) & (np.abs(level) < DARKER)
    return alike


def _by_noise(e: Evidence) -> float:
    """How unlike they look at the most what is bare may be, by the noise of wood and hollows."""
    allowed, twice = BARE + BARE_NOISE * e.noise, _twice_as_unlike(e)
    if twice is None:
        return allowed
    most = BARE + BARE_NOISE * e.noise / HALF
    return max(allowed, min(twice, most))


def _unusual(e: Evidence) -> np.ndarray:
    """(n,) bool: more unlike the bare hollow than those are that show its shading, if there are."""
    twice = _twice_as_unlike(e)
    unusual: np.ndarray = e.unlike_bare > (np.inf if twice is None else twice)
    return unusual


def _twice_as_unlike(e: Evidence) -> float | None:
    """As those that show the bare hollow's shading, their lower quartile; None of too few."""
    bare = e.unlike_bare[e.dent > SHADED_WELL]
    return TWICE * percentile(bare, 25) if len(bare) >= SHARE * len(e.dent) else None


def _coloured_glass(t: Traces, ends: np.ndarray) -> np.ndarray:
    """(n,) bool: it has a colour that no shadow has, and ends (n,) bool where a marble does.

    Through glass some of the hollow's own detail may be seen, in the colour of the glass.
    """
    coloured: np.ndarray = (t.beyond_light[1] > t.most_tint) & ends
    return coloured


def _grain_is_gone(t: Traces, bare: np.ndarray) -> np.ndarray:
    """(n,) bool: the hollow lacks the fine detail that those which look bare have kept.

    How much they kept is asked of the picture itself: dusk, a softer focus and a camera's
    own smoothing take it away from all of them. A hand over most of them takes it, too, so those
    are asked whose own detail it is, if there are some.
    """
    kept, error = t.kept.T
    own = bare & (t.grain > SOME)
    asked = own if np.count_nonzero(own) >= FEW else bare
    typical = percentile(kept[asked], 50) if bare.any() else 0.0
    gone: np.ndarray = kept + SURELY * error < GONE * typical
    return gone


def among_wood(t: Traces) -> np.ndarray:
    """(n,) bool: the wood about the hollow shows its grain, and the hollow differs little from it.

    A hand that hid the hollow would hide some of that wood, and a marble has its own light. Glass
    of the wood's colour may have detail like the bare hollow's, but stronger than any.
    """
    kept, error = t.kept.T
    own = (t.grain > SOME) & (kept - SURELY * error < KEPT[1])
    among: np.ndarray = t.by_light_alone() & (t.wood > UNHIDDEN) & own
    return among


def dent_in_shadow(t: Traces) -> np.ndarray:
    """(n,) bool: wood and hollow lie in a hard shadow, and are about as dark as each other there.

    Its own light and dark turn round when the lamp no longer shines into it, so that it may
    end where a marble would. A marble there that is no lighter, darker or more colourful
    than the wood it hides can't be told from it.
    """
    wood = t.wood_level
    darker = percentile(wood, 75) - wood
    kept, error = t.kept.T
    grained = (t.grain > SOME) & (kept - SURELY * error > GONE)
    in_shadow = (darker > HARD_SHADOW) | (grained & (darker > HARD_SHADOW / 2))
    dent: np.ndarray = in_shadow & t.by_light_alone()
    return dent


def shaded(t: Traces, circles: Floats | float = 0.0) -> np.ndarray:
    """(n,) bool: what changed in the hollow is darker in all channels alike, as a shadow is.

    And it does not end where a marble would: black glass is darker in all channels, too.

    Args:
        t: of all hollows.
        circles: (n,) log odds by its circle, found or missing, see `Circles`.
    """
    ends = _by_outline(t.outline) + circles
    shadow: np.ndarray = like_shadow(*t.beyond_light) & (ends < 0)
    return shadow


def contained(e: Evidence) -> Floats:
    """(n,) log odds that what is not bare is a marble, since nothing beyond its disc changed.

    Of what a lamp that has moved makes of dents nothing changes beyond them either: so it must
    be of another colour than light and shadow give, or darker than they leave it; or, where the
    lamp has not moved, lighter than any bare hollow.
    """
    t = e.traces
    level, tint = t.beyond_light
    coloured = (tint > t.most_tint) | (level < -DARKER)
    if _same_lamp(e):
        coloured |= level > LIGHTEST
    same_light = np.maximum.reduce(np.abs(t.light - t.lamp), axis=1) < OTHER_LIGHT
    allowed = np.maximum(np.minimum(LIKE_CORE * t.change, MUCH), NOISES * e.noise)
    beyond = (t.spread > allowed[:, None]).view(np.uint8)
    few = np.add.reduce(beyond, axis=1, dtype=np.uint16) <= ACROSS * t.spread.shape[1]
    odds: Floats = CONTAINED * (coloured & same_light & few)
    return odds


def genuine_by(outline: Floats, away: Floats, witnesses: Floats | float = 0.0) -> Floats:
    """(n,) probability that what is not bare is a marble, by its outline, look and the rest.

    Args:
        outline: (n,) share of directions in which one ends where it should.
        away: (n,) distance from the nearer series' look, in its deviations.
        witnesses: (n,) log odds by others: its circle, see `Circles`, and `contained`.
    """
    return logistic(_by_outline_and_look(outline, away) + witnesses)


def hiding(t: Traces, marble: np.ndarray) -> np.ndarray:
    """(n,) bool: of what is not bare (n,) bool, what may be a hand: it hides the hollow's shading.

    A marble's shadow leaves some of it, and its colour may be such that it is taken for no shadow.
    """
    hides: np.ndarray = marble & (t.dent < SHADED_WELL)
    return hides


def genuine_in_the_open(
    outline: Floats,
    away: Floats,
    inside: Floats,
    circles: Floats,
    asked: np.ndarray,
    spec: BoardSpec,
) -> Floats:
    """The same where no hand is seen: then little but marbles comes to lie on hollows.

    If anything is too strange for a marble all the same, there may be a hand after all, about
    there, and fingertips show circles. What has a series' look is not too strange, though its
    outline be lost on wood as light as it is, nor what shows a marble's circle plainly.

    Args:
        outline: (n,) as of `genuine_by`.
        away: (n,) likewise; before any series is known nothing has its look.
        inside: (n,) log odds, see `contained`.
        circles: (n,) likewise, see `Circles`.
        asked: (n,) bool, what may be a hand, see `hiding`.
        spec: the board.
    """
    like_none = asked & (away >= LIKE_OTHERS) & (circles < PLAIN_CIRCLE)
    odds = _by_outline_and_look(outline, away)
    if like_none.any():
        strange = like_none & (logistic(odds + (inside + circles)) < TOO_STRANGE)
        if strange.any():
            circles = np.where(around(strange, spec, HAND_REACHES), 0.0, circles + IN_THE_OPEN)
            return logistic(odds + (inside + circles))
    return logistic(odds + (inside + circles + IN_THE_OPEN))


def kinds(p_bare: Floats, p_marble: Floats, belongs: Floats, p_large: Floats) -> Floats:
    """(n, 5) of what is seen, columns as of a `Reading`: rows that sum to 1.

    Args:
        p_bare: (n,) probability of being bare.
        p_marble: (n,) of a marble.
        belongs: (n, 2) of either series, if it is one.
        p_large: (n,) of a Queen, if it is one.
    """
    p = np.zeros((len(p_bare), 5))
    p[:, 0] = p_bare
    share = p_marble[:, None] * belongs
    np.multiply(share, 1 - p_large[:, None], out=p[:, 1::2])
    np.multiply(share, p_large[:, None], out=p[:, 2::2])
    rows: Floats = p / np.maximum(np.add.reduce(p, axis=1, keepdims=True), 1e-12)
    return rows


def _by_outline_and_look(outline: Floats, away: Floats) -> Floats:
    """(n,) log odds that it is a marble's, args as of `genuine_by`."""
    return _by_outline(outline) + LOOK_ODDS * (LIKE_OTHERS - away)


def _by_outline(outline: Floats) -> Floats:
    """(n,) log odds that it is a marble's."""
    odds: Floats = outline * _THERE + _MISSING
    return np.maximum(odds, LOST)


def logistic(x: Floats) -> Floats:
    """Probability of log odds (...)."""
    result: Floats = 1 / (1 + np.exp(np.minimum(-x, 30)))
    return result
