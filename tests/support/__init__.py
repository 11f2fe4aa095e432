"""What tests of any shelf may need: tables on a real store, waiting, sizes of long shelves, what is made once."""
