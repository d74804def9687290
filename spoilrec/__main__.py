"""`python -m spoilrec`."""

from spoilrec.cli import main

if __name__ == "__main__":
    main()
