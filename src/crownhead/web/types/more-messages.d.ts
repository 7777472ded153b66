export {}; // made by the server: the messages that the start page does not need at once
