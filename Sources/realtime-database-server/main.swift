print("to be written")
