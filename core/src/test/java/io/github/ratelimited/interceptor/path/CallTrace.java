package io.github.ratelimited.interceptor.path;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector.Argument;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which of our top-level classes a program enters after each call of its method {@code mark} until {@code done}, as a debugger sees it.
 * What is not entered each time, such as a poll in the background, does not count.
 */
final class CallTrace {

    private static final String OURS = "io.github.ratelimited.";

    private final String program;
    private final List<Set<String>> times = new ArrayList<>();

    private CallTrace(String program) {
        this.program = program;
    }

    static Set<String> of(Class<?> program, String... arguments) throws Exception {
        CallTrace trace = new CallTrace(program.getName());
        VirtualMachine machine = launch(program.getName() + ' ' + String.join(" ", arguments));
        Process process = machine.process();
        drain(process.getInputStream());
        drain(process.getErrorStream());
        try {
            trace.follow(machine);
        } finally {
            process.destroyForcibly().waitFor();
        }
        return trace.common();
    }

    private static VirtualMachine launch(String main) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Argument> settings = connector.defaultArguments();
        settings.get("main").setValue(main);
        settings.get("options")
                .setValue("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"" + System.getProperty("java.class.path")
                        + '"');
        return connector.launch(settings);
    }

    private static void drain(InputStream output) {
        Thread thread = new Thread(() -> {
            try (output) {
                output.transferTo(System.err);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(VirtualMachine machine) throws InterruptedException {
        ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(program);
        loaded.enable();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof BreakpointEvent stopped && isAt(stopped, "done")) {
                    return;
                }
                see(machine.eventRequestManager(), event);
            }
            events.resume();
        }
    }

    private static boolean isAt(BreakpointEvent stopped, String method) {
        return stopped.location().method().name().equals(method);
    }

    private void see(EventRequestManager requests, Event event) {
        if (event instanceof ClassPrepareEvent prepared) {
            for (String method : List.of("mark", "done")) {
                requests.createBreakpointRequest(prepared.referenceType()
                                .methodsByName(method)
                                .get(0)
                                .location())
                        .enable();
            }
        } else if (event instanceof MethodEntryEvent entry) {
            String name = entry.method().declaringType().name();
            times.get(times.size() - 1).add(name.substring(OURS.length()).split("[$]")[0]);
        } else if (event instanceof BreakpointEvent) {
            begin(requests);
        }
    }

    private void begin(EventRequestManager requests) {
        if (times.isEmpty()) {
            MethodEntryRequest all = requests.createMethodEntryRequest();
            all.addClassFilter(OURS + '*');
            all.addClassExclusionFilter(program + '*');
            all.setSuspendPolicy(EventRequest.SUSPEND_NONE);
            all.enable();
        }
        times.add(new HashSet<>());
    }

    private Set<String> common() {
        Set<String> common = new TreeSet<>(times.get(0));
        times.forEach(common::retainAll);
        return common;
    }
}
