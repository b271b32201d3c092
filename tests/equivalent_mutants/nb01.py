"""Mutants of notebook 01's solutions that are as right as the solutions themselves, with the reason for each."""

NO_SLOPE = "A constant changes no slope."
A_CONSTANT = "with_a_constant: return 5 / 4 * a ** 2 - b ** 2 / 6 + 100 -> return 5 / 4 * a ** 2 - b ** 2 / 6"
TWO_PIECES = "in_two_pieces: return 5 * a - b if a > 1 else 0 -> return 5 * a - b if"
MEETING = "in_two_pieces_that_meet: return (1.25 * a * a if a > 0 else 0) - b * b / 6 -> return"

EQUIVALENT = {
    "1.3": {
        "from_the_end: given = [] -> the same, but `[]` made once for all calls": (
            "The values of earlier calls stand in front, and the two reversed lists end before they are reached."
        ),
    },
    "1.5": {
        A_CONSTANT: NO_SLOPE,
        f"{A_CONSTANT} - 100": NO_SLOPE,
        f"{A_CONSTANT} + 101": NO_SLOPE,
        f"{TWO_PIECES} a > 1 else 1": NO_SLOPE,
        f"{MEETING} 1.25 * a * a - b * b / 6": "In one piece it is the reference.",
        f"{MEETING} (1.25 * a * a if a >= 0 else 0) - b * b / 6": "At a = 0 both pieces are 0.",
        f"{MEETING} (1.25 * a * a if a > 1 else 0) - b * b / 6": "The edge at a = 1 is at neither of the two points.",
        f"{TWO_PIECES} a >= 1 else 0": "The edge at a = 1 is at neither of the two points.",
    },
}
