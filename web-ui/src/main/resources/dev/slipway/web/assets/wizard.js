// What the wizard does at once where scripts run. Without this script each step is checked when it is sent.
