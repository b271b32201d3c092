"""`python -m autograd_lib.course FOLDER`: grade the notebooks in a folder."""

import argparse
import contextlib
import logging
import sys

USAGE = "Run every notebook in FOLDER and below, and say which exercises pass: as a table, in a CSV file, and on pages."


def main():
    parser = argparse.ArgumentParser(prog="python -m autograd_lib.course", description=USAGE)
    parser.add_argument("folder", help="the folder of handed-in notebooks")
    parser.add_argument("--csv", default="grades.csv", help="where to write the CSV file (default: grades.csv)")
    parser.add_argument(
        "--pages", help="a folder for pages on the class, each learner and their mistakes (default: none)"
    )
    parser.add_argument("--seconds", type=int, default=300, help="how long one notebook may run (default: 300)")
    arguments = parser.parse_args()
    try:
        from autograd_lib.course import class_pages, grading
    except ModuleNotFoundError as error:
        sys.exit(f"Grading needs {error.name}, which is not installed. Run: pip install nbclient ipykernel")
    sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal can show every name
    grades = []

    def store():
        grading.write_csv(arguments.csv, grades)
        return class_pages.write_pages(arguments.pages, grades) if arguments.pages else None

    try:
        grades_to_come = grading.grade_folder(arguments.folder, arguments.seconds)
        store()  # if that cannot be written, it is better known before hours of running
        for grade in grades_to_come:
            grades.append(grade)
            print(grading.as_table([grade]), flush=True)
            with contextlib.suppress(OSError):  # it is tried again after the next one
                store()
        page = store()
    except OSError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        logging.getLogger("asyncio").disabled = True  # it would complain about the kernel that was stopped
        print(f"\nInterrupted. Done before that: {count(grades)}, see {arguments.csv}", file=sys.stderr)
        sys.exit(130)
    print(f"\n{count(grades)}; the table for a spreadsheet is {arguments.csv}")
    if page:
        print(f"The page of the class is {page}")


def count(grades):
    return "1 notebook" if len(grades) == 1 else f"{len(grades)} notebooks"


if __name__ == "__main__":
    main()
