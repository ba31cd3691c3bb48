"""Checks of a case before printing: the meshes as a printer gets them, the parts as blocks.

Every check returns complaints, one line each, or none if it passes.
"""

import math
from itertools import combinations
from typing import Any

import numpy as np
import trimesh
from build123d.topology import Shape

from host_tools.case import solids
from host_tools.case.layout import BED, POST, SCREW_PASS, Layout

LEAST_WALL = 1.6
STEEPEST = 45.0  # degrees from the vertical that can be printed without supports
LONGEST_BRIDGE = 20.0  # millimetres that a printer can bridge
LEAST_OVERLAP = 0.01  # cubic millimetres
SAMPLES = 4000
TOLERANCE = 0.05
DEFLECTION = 0.05


def mesh_of(part: Shape) -> trimesh.Trimesh:
    """Return the part's triangles, the same as in its STL, with shared corners merged."""
    points, triangles = part.tessellate(DEFLECTION)
    corners = np.array([tuple(point) for point in points])
    return trimesh.Trimesh(corners, np.array(triangles), process=True, merge_norm=True)


def printed(mesh: trimesh.Trimesh, upside_down: bool) -> trimesh.Trimesh:
    """Return the mesh as it lies on the bed: the shell upside down, the base upright."""
    lying = mesh.copy()
    if upside_down:
        lying.apply_transform(trimesh.transformations.rotation_matrix(math.pi, (1, 0, 0)))
    lying.apply_translation((0, 0, -lying.bounds[0][2]))
    return lying


def closed(name: str, mesh: trimesh.Trimesh) -> list[str]:
    """Complain of a mesh that is not watertight, or is in pieces."""
    if not mesh.is_watertight or not mesh.is_winding_consistent:
        return [f"{name}: the surface is not closed"]
    return [] if mesh.body_count == 1 else [f"{name}: {mesh.body_count} pieces"]


def on_the_bed(name: str, mesh: trimesh.Trimesh) -> list[str]:
    """Complain of a part that is larger than the bed."""
    size = mesh.extents
    larger = size[0] > BED or size[1] > BED
    return [f"{name}: {size[0]:.0f} x {size[1]:.0f} mm, the bed has {BED:.0f}"] if larger else []


def thick_enough(name: str, mesh: trimesh.Trimesh) -> list[str]:
    """Complain of the thinnest wall, found by rays from all over the surface, if too thin."""
    sampled: Any = trimesh.sample.sample_surface(mesh, SAMPLES, seed=1)
    points, faces = sampled
    inward = -mesh.face_normals[faces]
    origins = points + inward * 1e-3
    hits, rays, _ = mesh.ray.intersects_location(origins, inward, multiple_hits=False)
    walls = np.linalg.norm(hits - origins[rays], axis=1)
    thinnest = float(walls.min())
    if thinnest >= LEAST_WALL - TOLERANCE:
        return []
    at = ", ".join(f"{c:.0f}" for c in points[rays[int(walls.argmin())]])
    return [f"{name}: {thinnest:.2f} mm thick at {at}; at least {LEAST_WALL} needed"]


def printable(name: str, lying: trimesh.Trimesh) -> list[str]:
    """Complain of an overhang: any steeper downward face must be on the bed or a short bridge."""
    steep = lying.face_normals[:, 2] < -math.sin(math.radians(STEEPEST)) - 1e-3
    above = lying.triangles_center[:, 2] > TOLERANCE
    hanging = np.nonzero(steep & above)[0]
    found = []
    touching = lying.face_adjacency[np.isin(lying.face_adjacency, hanging).all(axis=1)]
    for group in trimesh.graph.connected_components(touching, nodes=hanging, min_len=1):
        corners = lying.triangles[np.asarray(group)].reshape(-1, 3)
        spans = np.ptp(corners[:, :2], axis=0)
        if spans.min() > LONGEST_BRIDGE:
            found.append(f"{name}: {spans[0]:.0f} x {spans[1]:.0f} mm hang in the air")
    return found


def fits(layout: Layout, shell: Shape, base: Shape) -> list[str]:
    """Complain of every two parts that take up the same space."""
    blocks = [("the shell", shell), ("the base", base), *solids.inside(layout)]
    found = []
    for (one, a), (other, b) in combinations(blocks, 2):
        if (one, other) != ("the shell", "the base") and _overlap(a, b) > LEAST_OVERLAP:
            found.append(f"{one} and {other} want the same place")
    return found


def _overlap(a: Shape, b: Shape) -> float:
    boxes = a.bounding_box(), b.bounding_box()
    for axis in ("X", "Y", "Z"):
        low = max(getattr(box.min, axis) for box in boxes)
        high = min(getattr(box.max, axis) for box in boxes)
        if high - low < TOLERANCE:
            return 0.0
    common = a & b
    if common is None:
        return 0.0
    return sum(solid.volume for solid in common.solids())


def reachable(layout: Layout) -> list[str]:
    """Complain of a screw whose own path, or its driver's from below, is obstructed."""
    found = []
    for x, y in layout.posts():
        for part in layout.lying:
            near_x = abs(x - part.x) < part.size[0] / 2 + POST + SCREW_PASS
            near_y = abs(y - part.y) < part.size[1] / 2 + POST + SCREW_PASS
            if near_x and near_y:
                found.append(f"screw at {x:.0f}, {y:.0f}: under the {part.label}")
    return found


def seen(layout: Layout, shell: Shape) -> list[str]:
    """Complain of an opening that does not go through the wall at its middle."""
    found = []
    for opening in layout.openings:
        probe = solids.probe(layout, opening)
        if _overlap(shell, probe) > LEAST_OVERLAP:
            found.append(f"{opening.label}: closed")
    return found


def complaints(layout: Layout) -> list[str]:
    """Return all complaints about a case; empty if it can be printed and closed."""
    shell, base = solids.shell(layout), solids.base(layout)
    found = fits(layout, shell, base) + reachable(layout) + seen(layout, shell)
    # Between the strokes of a letter the material is thinner than a wall: measured without them.
    found += thick_enough("shell", mesh_of(shell)) + thick_enough("base", mesh_of(base))
    printed_parts = [("shell", solids.engraved(layout, shell), True), ("base", base, False)]
    printed_parts += [(bar.label, solids.bar(bar), False) for bar in layout.bars]
    for name, part, upside_down in printed_parts:
        mesh = printed(mesh_of(part), upside_down)
        found += closed(name, mesh) + on_the_bed(name, mesh) + printable(name, mesh)
    return found
