"""The store on a real file, whatever happens to the file."""
