#!/usr/bin/env python3
"""Draw the portraits in content/photos.

Usage, from the root of the project:

    python3 -m venv .venv
    .venv/bin/pip install pillow
    .venv/bin/python scripts/make_photos.py [directory]

Needs Python 3.11 and Pillow (written with 13.0). The directory defaults to
content/photos. The same version of Pillow writes the same bytes every time:
nothing depends on the clock, on installed fonts or on unseeded randomness.

Each portrait is drawn in a space of 1000 x 1250 units at twice its final size
and then scaled down. The photos have different metadata on purpose:

    linnea-sjoqvist.jpg    1600 x 2000, Display P3, camera data
    lukasz-brzezniak.jpg   rotated (orientation 6), position, XMP, comment
    amara-ndukwe.jpg       480 x 600, plain
    henrik-tallbacka.png   800 x 1000, opaque
    priya-raghunathan.png  800 x 1000, transparent background, text entries
    karin-ostlund-berg.jpg 800 x 1000, camera data
"""

import math
import random
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter
from PIL.PngImagePlugin import PngInfo

WIDTH, HEIGHT = 1000, 1250
SUPERSAMPLING = 2


# Geometry ------------------------------------------------------------------


def curve(points, closed=True, steps=14):
    """Return a smooth line through the points (Catmull-Rom)."""
    count = len(points)
    out = []
    for i in range(count if closed else count - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            out.append(
                tuple(
                    0.5
                    * (
                        2 * b
                        + (c - a) * t
                        + (2 * a - 5 * b + 4 * c - d) * t**2
                        + (3 * b - a - 3 * c + d) * t**3
                    )
                    for a, b, c, d in zip(p0, p1, p2, p3)
                )
            )
    if not closed:
        out.append(points[-1])
    return out


def mirrored(half):
    """Return a symmetric outline, given its right half from top to bottom."""
    return half + [(1000 - x, y) for x, y in reversed(half) if abs(x - 500) > 1]


def rgb(text):
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


def mix(a, b, t):
    return tuple(round(x + (y - x) * t) for x, y in zip(a, b))


BLACK, WHITE = (0, 0, 0), (255, 255, 255)


# Canvas --------------------------------------------------------------------


class Canvas:
    """Shapes in portrait units on a picture of any size."""

    def __init__(self, width):
        self.scale = width * SUPERSAMPLING / WIDTH
        self.size = (round(WIDTH * self.scale), round(HEIGHT * self.scale))
        self.image = Image.new("RGBA", self.size, (0, 0, 0, 0))

    def at(self, points):
        return [(x * self.scale, y * self.scale) for x, y in points]

    def mask(self, polygon):
        mask = Image.new("L", self.size, 0)
        ImageDraw.Draw(mask).polygon(self.at(polygon), fill=255)
        return mask

    def disc(self, x, y, rx, ry=None):
        ry = rx if ry is None else ry
        mask = Image.new("L", self.size, 0)
        ImageDraw.Draw(mask).ellipse(self.at([(x - rx, y - ry), (x + rx, y + ry)]), fill=255)
        return mask

    def stroke(self, points, width):
        """Return a mask of a line with round ends; a pair of widths makes it thinner at the ends."""
        thick, thin = width if isinstance(width, tuple) else (width, width)
        mask = Image.new("L", self.size, 0)
        draw = ImageDraw.Draw(mask)
        dense = curve(points, closed=False, steps=60)
        for i, (x, y) in enumerate(dense):
            t = math.sin(math.pi * i / (len(dense) - 1))
            r = (thin + (thick - thin) * t) / 2
            draw.ellipse(self.at([(x - r, y - r), (x + r, y + r)]), fill=255)
        return mask

    def blurred(self, mask, units):
        # Blurring a quarter-size copy looks the same and is far faster.
        small = mask.resize((self.size[0] // 4, self.size[1] // 4), Image.Resampling.BOX)
        small = small.filter(ImageFilter.GaussianBlur(units * self.scale / 4))
        return small.resize(self.size, Image.Resampling.BICUBIC)

    def fill(self, mask, color, opacity=1.0, clip=None):
        if clip is not None:
            mask = ImageChops.multiply(mask, clip)
        if opacity < 1:
            mask = mask.point(lambda v: round(v * opacity))
        layer = Image.new("RGBA", self.size, (*color, 255))
        layer.putalpha(mask)
        self.image.alpha_composite(layer)

    def shaded(self, mask, color, depth=0.16, units=38, light=(-26, -22)):
        """Fill with a soft highlight on the lit side and a shadow opposite."""
        self.fill(mask, color)
        dx, dy = (round(v * self.scale) for v in light)
        inside = self.blurred(mask, units)
        shadow = ImageChops.invert(shifted(inside, dx, dy))
        self.fill(shadow, mix(color, (40, 16, 40), 0.55), depth * 3.0, clip=mask)
        glow = ImageChops.invert(shifted(inside, -dx, -dy))
        self.fill(glow, mix(color, WHITE, 0.6), depth * 1.3, clip=mask)

    def finish(self):
        size = (self.size[0] // SUPERSAMPLING, self.size[1] // SUPERSAMPLING)
        return self.image.resize(size, Image.Resampling.LANCZOS)


def shifted(mask, dx, dy):
    """Return the mask, moved; its last row is repeated at the lower edge."""
    width, height = mask.size
    moved = Image.new("L", mask.size, 0)
    moved.paste(mask, (dx, dy))
    if dy < 0:
        last = mask.crop((0, height - 1, width, height)).resize((width, -dy))
        moved.paste(last, (dx, height + dy))
    return moved


# Portrait ------------------------------------------------------------------


@dataclass
class Person:
    seed: int
    skin: str
    hair: str
    style: str
    top: str
    cloth: str
    inner: str
    backdrop: tuple  # two colors, or empty for a transparent background
    iris: str = "#4a3426"
    lips: str = "#b0615a"
    jaw: float = 1.0  # width of the lower face
    glasses: str = ""
    beard: str = ""
    earrings: str = ""
    smile: float = 1.0


def backdrop(canvas, person, dice):
    first, second = (rgb(c) for c in person.backdrop)
    down = Image.linear_gradient("L")
    across = down.transpose(Image.Transpose.ROTATE_90)
    ramp = Image.blend(down, across, 0.4).resize(canvas.size, Image.Resampling.BICUBIC)
    canvas.fill(Image.new("L", canvas.size, 255), first)
    canvas.fill(ramp, second)
    for _ in range(9):
        x, y, r = dice.uniform(-50, 1050), dice.uniform(-50, 1000), dice.uniform(50, 190)
        tone = mix(dice.choice([first, second]), WHITE, dice.uniform(0.2, 0.6))
        canvas.fill(canvas.blurred(canvas.disc(x, y, r), 16), tone, dice.uniform(0.12, 0.3))
    canvas.fill(canvas.blurred(canvas.disc(500, 520, 390), 90), mix(first, WHITE, 0.75), 0.5)


def face_outline(jaw):
    return curve(
        mirrored(
            [
                (500, 292),
                (585, 306),
                (650, 366),
                (672, 455),
                (666, 545),
                (500 + 146 * jaw, 625),
                (500 + 105 * jaw, 692),
                (500 + 52 * jaw, 738),
                (500, 750),
            ]
        )
    )


def torso(canvas, person):
    cloth, inner, skin = rgb(person.cloth), rgb(person.inner), rgb(person.skin)
    body = canvas.mask(
        curve(
            mirrored(
                [
                    (500, 868),
                    (590, 852),
                    (660, 886),
                    (790, 934),
                    (880, 1010),
                    (925, 1150),
                    (940, 1300),
                    (700, 1330),
                ]
            )
        )
    )
    neck = canvas.mask(
        curve(
            mirrored(
                [
                    (500, 640),
                    (584, 650),
                    (588, 760),
                    (596, 834),
                    (606, 880),
                    (576, 950),
                    (500, 975),
                ]
            )
        )
    )
    chin = canvas.blurred(canvas.disc(512, 712, 140, 92), 20)

    def draw_neck():
        canvas.shaded(neck, skin, 0.10)
        canvas.fill(chin, mix(skin, (70, 25, 30), 0.6), 0.55, clip=neck)

    def soft(polygon, color, opacity, blur, clip):
        canvas.fill(canvas.blurred(canvas.mask(polygon), blur), color, opacity, clip=clip)

    if person.top == "turtleneck":
        draw_neck()
        canvas.shaded(body, cloth, 0.15, 46)
        collar = canvas.mask(
            curve(mirrored([(500, 800), (575, 792), (602, 806), (606, 872), (590, 908), (500, 926)]))
        )
        canvas.fill(canvas.blurred(shifted(collar, 0, round(16 * canvas.scale)), 10), mix(cloth, BLACK, 0.5), 0.5, clip=body)
        canvas.shaded(collar, mix(cloth, WHITE, 0.05), 0.13, 22)
        for k in range(-7, 8):
            x = 500 + k * 13.5
            canvas.fill(canvas.stroke([(x, 812), (x + k * 0.7, 905)], (3.0, 1.0)), mix(cloth, BLACK, 0.45), 0.3, clip=collar)
    elif person.top == "crew":
        canvas.shaded(body, cloth, 0.15, 46)
        hole = canvas.mask(curve(mirrored([(500, 770), (600, 790), (628, 868), (580, 938), (500, 960)])))
        band = canvas.mask(curve(mirrored([(500, 760), (622, 780), (656, 872), (596, 960), (500, 988)])))
        canvas.fill(hole, skin, clip=body)
        draw_neck()
        canvas.fill(ImageChops.subtract(band, hole), mix(cloth, BLACK, 0.16), clip=body)
    elif person.top in ("shirt", "blazer"):
        shirt = cloth if person.top == "shirt" else inner
        draw_neck()
        canvas.shaded(body, shirt, 0.14, 46)
        opening = canvas.mask([(428, 760), (572, 760), (588, 850), (500, 1010), (412, 850)])
        canvas.fill(opening, skin)
        canvas.fill(canvas.blurred(canvas.disc(505, 752, 120, 110), 26), mix(skin, (70, 25, 30), 0.6), 0.5, clip=opening)
        if person.top == "shirt":
            canvas.fill(canvas.stroke([(500, 1010), (502, 1250)], 3), mix(shirt, BLACK, 0.35), 0.7)
            for y in (1075, 1165):
                canvas.fill(canvas.disc(512, y, 8), mix(shirt, WHITE, 0.65))
                canvas.fill(canvas.disc(512, y, 3), mix(shirt, BLACK, 0.4))
        if person.top == "blazer":
            for side in (1, -1):
                def at(points):
                    return [(500 + side * (x - 500), y) for x, y in points]

                jacket = canvas.mask(
                    at([(604, 838), (690, 880), (800, 925), (960, 1000), (960, 1300), (500, 1300), (500, 1225), (560, 1110)])
                )
                jacket = ImageChops.multiply(jacket, body)
                canvas.shaded(jacket, cloth, 0.13, 40)
                lapel = at([(598, 838), (660, 868), (705, 960), (660, 985), (690, 1015), (520, 1235), (506, 1215), (560, 1080)])
                soft([(x + side * 8, y + 12) for x, y in lapel], mix(cloth, BLACK, 0.7), 0.5, 9, jacket)
                canvas.shaded(ImageChops.multiply(canvas.mask(lapel), body), mix(cloth, WHITE, 0.07), 0.10, 26)
        for side in (1, -1):
            leaf = [(500 + side * x, y) for x, y in [(84, 806), (112, 842), (92, 968), (0, 1004), (40, 920)]]
            soft([(x + 4, y + 10) for x, y in leaf], mix(shirt, BLACK, 0.6), 0.4, 8, body)
            canvas.shaded(canvas.mask(leaf), mix(shirt, WHITE, 0.12), 0.10, 24)
    elif person.top == "scarf":
        draw_neck()
        canvas.shaded(body, cloth, 0.15, 46)
        for polygon, tone in (
            ([(392, 850), (440, 800), (520, 838), (600, 792), (640, 850), (610, 930), (500, 968), (400, 930)], 0.0),
            ([(420, 905), (520, 880), (590, 905), (575, 960), (590, 1180), (520, 1215), (452, 1190), (470, 990)], 0.1),
        ):
            shape = canvas.mask(curve(polygon))
            canvas.fill(canvas.blurred(shifted(shape, 0, round(14 * canvas.scale)), 12), mix(cloth, BLACK, 0.6), 0.45, clip=body)
            canvas.shaded(shape, mix(inner, WHITE, tone), 0.17, 26)
        for x in (470, 500, 540):
            canvas.fill(canvas.stroke([(x + 10, 905), (x + 2, 1020), (x - 4, 1165)], (7, 1)), mix(inner, BLACK, 0.5), 0.25)
        for d in (0, 26, 52):
            canvas.fill(canvas.stroke([(405 + d / 3, 860 + d), (500, 900 + d * 0.8), (605 - d / 3, 850 + d)], (7, 1)), mix(inner, BLACK, 0.5), 0.22)


def hair_back(canvas, person):
    hair = rgb(person.hair)
    dark = mix(hair, BLACK, 0.28)
    if person.style == "long":
        shape = [(500, 222), (620, 246), (704, 345), (722, 500), (738, 660), (762, 800), (742, 925), (660, 962), (600, 900)]
        canvas.shaded(canvas.mask(curve(mirrored(shape))), dark, 0.12)
    elif person.style == "bob":
        shape = [(500, 232), (622, 252), (708, 350), (724, 500), (728, 640), (706, 728), (640, 752), (590, 700)]
        canvas.shaded(canvas.mask(curve(mirrored(shape))), dark, 0.12)
    elif person.style == "bun":
        canvas.shaded(canvas.disc(500, 212, 104, 88), hair, 0.2, 24)
        for k in range(-3, 4):
            canvas.fill(canvas.stroke([(500 + k * 12, 140), (500 + k * 30, 205), (500 + k * 14, 282)], (5, 1)), mix(hair, WHITE, 0.3), 0.25, clip=canvas.disc(500, 212, 104, 88))
        canvas.shaded(canvas.mask(curve(mirrored([(500, 258), (612, 276), (690, 370), (700, 500), (680, 600), (600, 640)]))), dark, 0.1)
    elif person.style == "curls":
        dice = random.Random(person.seed + 7)
        mask = Image.new("L", canvas.size, 0)
        draw = ImageDraw.Draw(mask)
        for i in range(150):
            angle = math.pi * (0.92 + 1.16 * i / 149)
            reach = dice.uniform(0.55, 1.0)
            x = 500 + math.cos(angle) * 232 * reach
            y = 448 + math.sin(angle) * 246 * reach
            r = dice.uniform(34, 50)
            draw.ellipse(canvas.at([(x - r, y - r), (x + r, y + r)]), fill=255)
        canvas.shaded(mask, hair, 0.2, 40)
        for _ in range(230):
            angle, reach = dice.uniform(math.pi * 0.95, math.pi * 2.05), dice.uniform(0.66, 1.12)
            x, y = 500 + math.cos(angle) * 232 * reach, 448 + math.sin(angle) * 246 * reach
            r, turn = dice.uniform(9, 18), dice.uniform(0, math.tau)
            arc = [(x + math.cos(turn + k * 0.9) * r, y + math.sin(turn + k * 0.9) * r) for k in range(4)]
            canvas.fill(canvas.stroke(arc, (6, 2)), mix(hair, WHITE, dice.uniform(0.12, 0.4)), 0.5, clip=mask)


def strands(canvas, lines, hair, clip, amount=0.3):
    for i, line in enumerate(lines):
        tone = mix(hair, WHITE, 0.45) if i % 2 else mix(hair, BLACK, 0.4)
        canvas.fill(canvas.stroke(line, (6, 1)), tone, amount, clip=clip)


def hair_front(canvas, person, face):
    hair = rgb(person.hair)

    def lock(points, depth=0.17):
        mask = canvas.mask(curve(points))
        canvas.fill(canvas.blurred(shifted(mask, 0, round(12 * canvas.scale)), 12), (50, 20, 20), 0.3, clip=face)
        canvas.shaded(mask, hair, depth, 30)
        return mask

    if person.style == "long":
        for side in (1, -1):
            def at(points):
                return [(500 + side * (x - 500), y) for x, y in points]

            inner = 470 if side == 1 else 440
            mask = lock(
                at([(inner, 244), (580, 232), (676, 300), (716, 430), (726, 580), (752, 730), (770, 860), (730, 962), (668, 935), (676, 800), (664, 640), (656, 500), (628, 400), (560, 330)])
            )
            strands(
                canvas,
                [at([(520 + d, 262), (640 + d * 0.6, 350), (680 + d * 0.4, 520), (700 + d * 0.5, 740), (706 + d * 0.6, 920)]) for d in (-10, 12, 34, 56, 78)],
                hair,
                mask,
            )
    elif person.style == "bob":
        left = lock([(590, 238), (470, 226), (352, 292), (286, 420), (272, 580), (290, 716), (338, 742), (352, 620), (350, 500), (372, 420), (470, 388), (560, 330), (620, 270)])
        strands(canvas, [[(585, 252 + d), (440 - d * 0.2, 300 + d * 0.5), (332 + d * 0.3, 420), (305 + d * 0.4, 560), (312 + d * 0.4, 712)] for d in (0, 22, 44, 66)], hair, left)
        right = lock([(560, 236), (640, 256), (706, 350), (728, 480), (728, 620), (708, 722), (664, 740), (650, 620), (656, 500), (636, 420), (596, 340)])
        strands(canvas, [[(590 + d, 270), (668 + d * 0.4, 380), (688 + d * 0.4, 540), (684 + d * 0.5, 710)] for d in (-14, 6, 26)], hair, right)
    elif person.style == "bun":
        mask = lock([(500, 246), (600, 262), (676, 334), (698, 440), (690, 560), (668, 520), (652, 440), (606, 378), (540, 340), (470, 338), (392, 382), (348, 440), (332, 520), (310, 560), (302, 440), (324, 334), (400, 262)])
        strands(canvas, [[(500 + k * 36, 342 + abs(k) * 14), (500 + k * 30, 296 + abs(k) * 6), (500 + k * 12, 250)] for k in range(-5, 6)], hair, mask)
    elif person.style == "short":
        mask = lock([(338, 505), (318, 420), (330, 318), (400, 248), (510, 222), (620, 236), (684, 310), (694, 410), (668, 505), (656, 440), (644, 388), (560, 384), (460, 350), (404, 330), (372, 372), (352, 430)])
        strands(canvas, [[(400 + d * 0.6, 340 - d * 0.1), (460 + d, 276 - d * 0.1), (600 + d * 0.5, 300 + d * 0.4), (660, 372 + d * 0.2)] for d in (-20, 0, 22, 44, 66)], hair, mask)
    elif person.style == "crop":
        mask = lock([(336, 486), (322, 400), (350, 316), (420, 266), (500, 254), (580, 266), (650, 316), (678, 400), (664, 486), (652, 430), (622, 370), (560, 352), (500, 360), (440, 352), (378, 370), (348, 430)], 0.12)
        dice = random.Random(person.seed + 3)
        for _ in range(150):
            x, y = dice.uniform(330, 670), dice.uniform(256, 440)
            canvas.fill(canvas.stroke([(x, y), (x + (x - 500) * 0.05, y - 15)], (4, 1)), mix(hair, dice.choice([BLACK, WHITE]), 0.35), 0.35, clip=mask)
    elif person.style == "curls":
        dice = random.Random(person.seed + 5)
        for i in range(34):
            t = i / 33
            angle = math.pi * (1.0 + t)
            x = 500 + math.cos(angle) * 168
            y = 440 + math.sin(angle) * 122 + dice.uniform(-9, 9)
            r = dice.uniform(20, 31)
            mask = canvas.disc(x, y, r)
            canvas.shaded(mask, mix(hair, WHITE, dice.uniform(0.0, 0.08)), 0.22, 10, (-8, -8))
            turn = dice.uniform(0, math.tau)
            arc = [(x + math.cos(turn + k * 0.8) * r * 0.6, y + math.sin(turn + k * 0.8) * r * 0.6) for k in range(4)]
            canvas.fill(canvas.stroke(arc, (5, 2)), mix(hair, WHITE, 0.4), 0.45)


def features(canvas, person, face):
    skin, hair = rgb(person.skin), rgb(person.hair)
    shadow = mix(skin, (80, 30, 30), 0.6)
    light = mix(skin, WHITE, 0.55)

    for side in (1, -1):
        x = 500 + side * 104
        canvas.fill(canvas.blurred(canvas.disc(x + side * 6, 596, 50, 38), 20), mix(skin, (226, 88, 84), 0.6), 0.38, clip=face)
    canvas.fill(canvas.blurred(canvas.disc(482, 380, 90, 44), 30), light, 0.35, clip=face)
    canvas.fill(canvas.blurred(canvas.disc(497, 700, 44, 22), 14), light, 0.25, clip=face)

    if person.beard:
        beard = rgb(person.beard)
        outline = curve(
            mirrored(
                [(500, 652), (546, 640), (580, 660), (610, 640), (648, 560), (668, 520), (664, 610), (640, 690), (590, 752), (500, 778)]
            )
        )
        mask = canvas.mask(outline)
        fade = ImageChops.multiply(mask, canvas.blurred(mask, 9))
        canvas.fill(fade, beard, 0.94)
        canvas.fill(canvas.blurred(canvas.disc(540, 760, 90, 34), 20), mix(beard, BLACK, 0.6), 0.45, clip=fade)
        dice = random.Random(person.seed + 11)
        for _ in range(220):
            x, y = dice.uniform(335, 665), dice.uniform(560, 770)
            canvas.fill(canvas.stroke([(x, y), (x + (x - 500) * 0.03, y + 17)], (3.5, 1)), mix(beard, dice.choice([WHITE, BLACK]), 0.35), 0.35, clip=fade)
        moustache = canvas.mask(curve(mirrored([(500, 622), (530, 618), (568, 640), (584, 668), (548, 656), (500, 650)])))
        canvas.shaded(moustache, beard, 0.12, 12, (-6, -6))

    brow = mix(rgb(person.beard) if person.beard else hair, BLACK, 0.25)
    for side in (1, -1):
        x = 500 + side * 76
        canvas.fill(canvas.blurred(canvas.disc(x, 478, 48, 26), 14), shadow, 0.32, clip=face)
        white = canvas.mask(curve([(x - 36, 487), (x - 18, 472), (x + 4, 468), (x + 24, 474), (x + 36, 486), (x + 18, 498), (x - 14, 500)]))
        canvas.fill(white, (250, 248, 245))
        canvas.fill(canvas.disc(x, 483, 17.5), rgb(person.iris), clip=white)
        canvas.fill(canvas.disc(x, 487, 11), mix(rgb(person.iris), WHITE, 0.3), 0.6, clip=white)
        canvas.fill(canvas.disc(x, 483, 8.5), (22, 16, 16), clip=white)
        canvas.fill(canvas.blurred(canvas.stroke([(x - 36, 476), (x, 462), (x + 36, 476)], 16), 3), (60, 30, 30), 0.4, clip=white)
        canvas.fill(canvas.disc(x - 6, 477, 4.8), WHITE)
        canvas.fill(canvas.stroke([(x - 38, 488), (x - 18, 471), (x + 4, 466), (x + 24, 472), (x + 38, 487)], (7.5, 3)), mix(shadow, (20, 10, 10), 0.75))
        canvas.fill(canvas.stroke([(x - 30, 457), (x, 448), (x + 30, 457)], (4, 1)), shadow, 0.55)
        canvas.fill(canvas.stroke([(x - side * 40, 437), (x + side * 4, 420), (x + side * 46, 434)], (14, 6)), brow, 0.9)

    canvas.fill(canvas.blurred(canvas.mask(curve([(506, 470), (520, 540), (544, 588), (506, 600), (500, 540)])), 9), shadow, 0.42, clip=face)
    canvas.fill(canvas.blurred(canvas.mask(curve([(490, 470), (502, 470), (506, 575), (488, 580)])), 7), light, 0.5, clip=face)
    canvas.fill(canvas.stroke([(462, 588), (474, 602), (492, 600), (502, 606), (514, 600), (528, 602), (539, 587)], (5.5, 2)), mix(shadow, BLACK, 0.15), 0.75)

    lips = rgb(person.lips)
    lift = 16 * person.smile
    wide = 50 + 8 * person.smile
    mouth = [(500 - wide, 660 - lift * 0.5), (470, 652), (490, 645), (500, 648), (510, 645), (530, 652), (500 + wide, 660 - lift * 0.5), (535, 676 + lift * 0.35), (500, 684 + lift * 0.45), (465, 676 + lift * 0.35)]
    mask = canvas.mask(curve(mouth))
    canvas.shaded(mask, lips, 0.10, 10, (-4, -6))
    teeth = canvas.mask(curve([(500 - wide + 12, 660 - lift * 0.3), (470, 660), (500, 662), (530, 660), (500 + wide - 12, 660 - lift * 0.3), (530, 667 + lift * 0.2), (500, 670 + lift * 0.3), (470, 667 + lift * 0.2)]))
    if person.smile > 0.6:
        canvas.fill(teeth, (252, 249, 244))
    canvas.fill(canvas.stroke([(500 - wide - 3, 658 - lift * 0.55), (468, 659), (500, 662), (532, 659), (500 + wide + 3, 658 - lift * 0.55)], (4, 3)), mix(lips, (50, 10, 20), 0.7), 0.9)
    canvas.fill(canvas.blurred(canvas.disc(500, 704, 40, 9), 7), shadow, 0.4, clip=face)
    for side in (1, -1):
        x = 500 + side * (wide + 26)
        canvas.fill(canvas.blurred(canvas.stroke([(x - side * 26, 600), (x - side * 4, 628), (x, 655)], (6, 2)), 3), shadow, 0.45, clip=face)

    if person.glasses:
        frame = rgb(person.glasses)
        for side in (1, -1):
            x = 500 + side * 78
            outer = canvas.mask(curve([(x - 62, 452), (x, 440), (x + 62, 452), (x + 60, 510), (x + 34, 540), (x - 34, 540), (x - 60, 510)]))
            inner = canvas.mask(curve([(x - 54, 459), (x, 448), (x + 54, 459), (x + 52, 508), (x + 30, 532), (x - 30, 532), (x - 52, 508)]))
            canvas.fill(inner, WHITE, 0.08)
            glint = canvas.mask([(x - 30, 450), (x - 6, 450), (x - 34, 530), (x - 58, 530)])
            canvas.fill(glint, WHITE, 0.14, clip=inner)
            canvas.fill(ImageChops.subtract(outer, inner), frame)
            canvas.fill(canvas.stroke([(500 + side * 138, 464), (500 + side * 170, 470)], 9), frame)
        canvas.fill(canvas.stroke([(482, 474), (500, 466), (518, 474)], 8), frame)


def portrait(person, width):
    canvas = Canvas(width)
    dice = random.Random(person.seed)
    skin = rgb(person.skin)
    if person.backdrop:
        backdrop(canvas, person, dice)
    hair_back(canvas, person)
    torso(canvas, person)
    for side in (1, -1):
        ear = canvas.mask(curve([(500 + side * x, y) for x, y in [(160, 470), (186, 456), (198, 490), (186, 548), (164, 566)]]))
        canvas.shaded(ear, mix(skin, (190, 70, 60), 0.12), 0.12, 14, (-8, -8))
        canvas.fill(canvas.stroke([(500 + side * 172, 484), (500 + side * 185, 500), (500 + side * 174, 536)], (6, 2)), mix(skin, (90, 30, 30), 0.5), 0.5)
        if person.earrings:
            canvas.shaded(canvas.disc(500 + side * 180, 582, 12), rgb(person.earrings), 0.25, 6, (-4, -4))
    face = canvas.mask(face_outline(person.jaw))
    canvas.shaded(face, skin, 0.15, 46)
    features(canvas, person, face)
    hair_front(canvas, person, face)
    return canvas.finish()


# Metadata ------------------------------------------------------------------


def display_p3():
    """Return an ICC profile (version 4, matrix and curves) for Display P3."""

    def s15(*values):
        return b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    def text(value):
        data = value.encode("utf-16-be")
        return b"mluc" + struct.pack(">4xII2s2sII", 1, 12, b"en", b"US", len(data), 28) + data

    def xyz(*values):
        return b"XYZ \0\0\0\0" + s15(*values)

    tone = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + s15(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    adaptation = b"sf32\0\0\0\0" + s15(
        1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168
    )
    tags = [
        (b"desc", text("Display P3")),
        (b"cprt", text("No copyright, use freely")),
        (b"wtpt", xyz(0.96420, 1.0, 0.82491)),
        (b"chad", adaptation),
        (b"rXYZ", xyz(0.51512, 0.24120, -0.00105)),
        (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.15710, 0.06657, 0.78407)),
        (b"rTRC", tone),
        (b"gTRC", tone),
        (b"bTRC", tone),
    ]
    table, body, placed = struct.pack(">I", len(tags)), b"", {}
    start = 128 + 4 + 12 * len(tags)
    for signature, data in tags:
        if data not in placed:
            placed[data] = start + len(body)
            body += data + b"\0" * (-len(data) % 4)
        table += struct.pack(">4sII", signature, placed[data], len(data))
    header = struct.pack(
        ">I4sI4s4s4s12s4s4sII4s8sI12s4s44x",
        start + len(body), b"\0\0\0\0", 0x04300000, b"mntr", b"RGB ", b"XYZ ",
        struct.pack(">6H", 2024, 1, 1, 0, 0, 0), b"acsp", b"\0\0\0\0", 0, 0,
        b"\0\0\0\0", b"\0" * 8, 0, s15(0.96420, 1.0, 0.82491), b"\0\0\0\0",
    )
    return header + table + body


def camera(orientation=1, taken="2025:04:11 10:12:40", position=None):
    exif = Image.Exif()
    exif[0x010F] = "Granö"
    exif[0x0110] = "Granö M4"
    exif[0x0112] = orientation
    exif[0x0132] = taken
    exif[0x013B] = "Aspvik Konsult AB"
    exif[0x8298] = "Aspvik Konsult AB"
    exif.get_ifd(0x8769)[0x9003] = taken
    exif.get_ifd(0x8769)[0xA431] = "GM4-0093317"
    if position:
        latitude, longitude = position
        gps = exif.get_ifd(0x8825)
        gps[0] = b"\x02\x03\x00\x00"
        gps[1], gps[2] = "N", degrees(latitude)
        gps[3], gps[4] = "E", degrees(longitude)
        gps[29] = taken[:10]
    return exif.tobytes()


def degrees(value):
    whole = int(value)
    minutes = int((value - whole) * 60)
    seconds = round(((value - whole) * 60 - minutes) * 60, 2)
    return (float(whole), float(minutes), seconds)


XMP = b"""<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    photoshop:City="Krak\xc3\xb3w" photoshop:Country="Poland">
   <dc:creator><rdf:Seq><rdf:li>Aspvik Polska</rdf:li></rdf:Seq></dc:creator>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Portrait for the staff pages, taken at home</rdf:li></rdf:Alt></dc:description>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


# The photos ----------------------------------------------------------------


def linnea(directory):
    person = Person(
        seed=11, skin="#f1c7a9", hair="#c58a3f", style="bob", top="blazer", cloth="#1f4e5f",
        inner="#f4efe6", backdrop=("#f0a35c", "#d8563f"), iris="#3f7486", lips="#c4625d", jaw=0.94,
    )
    # The colors are mixed in Display P3 itself, so some lie outside sRGB.
    save_jpeg(portrait(person, 1600), directory / "linnea-sjoqvist.jpg", quality=84, icc_profile=display_p3(), exif=camera())


def lukasz(directory):
    person = Person(
        seed=23, skin="#ebbd9c", hair="#5a3c28", style="short", top="crew", cloth="#33415c",
        inner="#33415c", backdrop=("#8fb8a8", "#2f6f73"), iris="#5b7f55", lips="#b56a5e", jaw=1.08,
        beard="#6a4529", smile=0.5,
    )
    # Orientation 6: the top row of the stored picture is the right-hand side.
    rotated = portrait(person, 1200).transpose(Image.Transpose.ROTATE_90)
    save_jpeg(
        rotated, directory / "lukasz-brzezniak.jpg", quality=84, xmp=XMP,
        exif=camera(orientation=6, taken="2025:05:03 14:41:09", position=(50.0571, 19.9452)),
        comment="Taken on the balcony, Saturday. Original kept by Łukasz.".encode(),
    )


def amara(directory):
    person = Person(
        seed=37, skin="#8a5636", hair="#2a1a17", style="curls", top="turtleneck", cloth="#c9962c",
        inner="#c9962c", backdrop=("#b9a7d6", "#5d4a8c"), iris="#3a2318", lips="#9c4544", jaw=0.96,
        earrings="#e8c468",
    )
    save_jpeg(portrait(person, 480), directory / "amara-ndukwe.jpg", quality=88)


def henrik(directory):
    person = Person(
        seed=41, skin="#eec2a6", hair="#9aa0a6", style="crop", top="shirt", cloth="#7ea3c4",
        inner="#7ea3c4", backdrop=("#dfe3e6", "#8c9aa5"), iris="#57788f", lips="#b87067", jaw=1.12,
        glasses="#2b2f36", smile=0.8,
    )
    portrait(person, 800).convert("RGB").save(directory / "henrik-tallbacka.png", optimize=True)


def priya(directory):
    person = Person(
        seed=53, skin="#b67c50", hair="#241a1c", style="long", top="scarf", cloth="#7a1f3d",
        inner="#e07a3f", backdrop=(), iris="#3b2416", lips="#a9484e", jaw=0.93, earrings="#d9b24c",
    )
    notes = PngInfo()
    notes.add_text("Author", "Aspvik Konsult AB")
    notes.add_itxt("Description", "Porträtt, frilagt, Lund", lang="sv")
    portrait(person, 800).save(directory / "priya-raghunathan.png", optimize=True, pnginfo=notes)


def karin(directory):
    person = Person(
        seed=67, skin="#f3cdb4", hair="#d9cbb4", style="bun", top="blazer", cloth="#3a3f58",
        inner="#a8475a", backdrop=("#cfe0e8", "#6f97ad"), iris="#56708a", lips="#bb5a5c", jaw=0.98,
        glasses="#7b2d3b", earrings="#eef0f2", smile=0.9,
    )
    save_jpeg(portrait(person, 800), directory / "karin-ostlund-berg.jpg", quality=86, exif=camera(taken="2024:02:12 09:05:00"))


def save_jpeg(image, path, **options):
    image.convert("RGB").save(path, "JPEG", optimize=True, **options)


def main():
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "content/photos")
    directory.mkdir(parents=True, exist_ok=True)
    for draw in (linnea, lukasz, amara, henrik, priya, karin):
        draw(directory)


if __name__ == "__main__":
    main()
